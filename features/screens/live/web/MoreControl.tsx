import { IconBackground, IconBuilding, IconDots, IconMaximize, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Reaction } from '#features/room/room/signals.ts'
import { canFillScreen, toggleFullscreen } from '#features/room/room/web/fullscreen.ts'
import { useNarrowBar } from '#features/room/room/web/narrowBar.ts'
import type { Panel } from '#features/room/room/web/usePanel.ts'
import { PointerControl } from '#features/room/slides/web/moment/PointerControl.tsx'
import { NotesControl } from '#features/room/slides/web/onStage.ts'
import { PollControl } from '#features/talk/poll/web/PollControl.tsx'
import { Control } from '#web/light/Control.tsx'
import { usePopover } from '#web/light/usePopover.ts'
import { useNewCommitments } from './news/newCommitments.ts'
import { ReactionChoice } from './Reactions.tsx'

interface Props {
  /** Who presents finds here as well what only they have, and what they seldom need. */
  onStage: boolean
  status: number
  total: number
  points: boolean
  panel: Panel | undefined
  onPanel: (panel: Panel) => void
  onPoints: () => void
  onReact: (emoji: Reaction) => void
  onSettings: () => void
}

/** What is seldom needed, so that the bar stays short. */
export function MoreControl({ onStage, panel, onPanel, onSettings, ...p }: Props) {
  const { t } = useTranslation('room')
  const { open, close, whole, id, button } = usePopover()
  const narrow = useNarrowBar()
  const count = useNewCommitments()
  const mark = onStage ? { badge: count, badgeLabel: t('bar.commitments', { count }) } : {}
  const and = (act: () => void) => () => {
    close()
    act()
  }
  const opens = (which: Panel) => ({
    expanded: panel === which,
    controls: 'room-panel',
    onPress: and(() => onPanel(which)),
  })
  return (
    <span className="more-control" ref={whole}>
      <Control icon={<IconDots size={22} />} label={t('bar.more')} {...mark} {...button} />
      {open && (
        <fieldset className="more-choice" id={id} aria-label={t('bar.more')}>
          {onStage && narrow && (
            <>
              {p.status === 2 && <ReactionChoice className="more-reactions" onReact={p.onReact} />}
              {p.status === 2 && p.total > 0 && <PointerControl points={p.points} onPoints={and(p.onPoints)} />}
              <NotesControl {...opens('notes')} />
              <PollControl {...opens('polls')} />
            </>
          )}
          {onStage && (
            <>
              <Control
                icon={<IconBackground size={22} />}
                label={t('panelTitle.background')}
                {...opens('background')}
              />
              <Control
                icon={<IconBuilding size={22} />}
                label={t('panel.company')}
                shortcut="Alt I"
                {...mark}
                {...opens('company')}
              />
            </>
          )}
          <Control icon={<IconSettings size={22} />} label={t('bar.settings')} onPress={and(onSettings)} />
          <Control
            icon={<IconMaximize size={22} />}
            label={t('bar.fullscreen')}
            hint={canFillScreen() ? undefined : t('bar.noFullscreen')}
            shortcut={canFillScreen() ? 'Alt F' : undefined}
            disabled={!canFillScreen()}
            onPress={and(toggleFullscreen)}
          />
        </fieldset>
      )}
    </span>
  )
}
