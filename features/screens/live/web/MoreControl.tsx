import { IconBackground, IconBuilding, IconDots, IconMaximize, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { canFillScreen, toggleFullscreen, useNarrowBar } from '#features/room/room/web/screen.ts'
import type { Panel } from '#features/room/room/web/usePanel.ts'
import { PointerControl } from '#features/room/slides/web/moment/PointerControl.tsx'
import { NotesControl } from '#features/room/slides/web/onStage.tsx'
import { PollControl } from '#features/talk/poll/web/PollControl.tsx'
import { Control } from '#web/light/Control.tsx'
import { usePopover } from '#web/light/usePopover.ts'
import { useLiveScreen } from './liveScreen.ts'
import { useNewCommitments } from './news/newCommitments.ts'
import { ReactionChoice } from './Reactions.tsx'

/** A menu of rarely used controls. */
export function MoreControl() {
  const { t } = useTranslation('room')
  const { openDialog, onStage, panel, togglePanel } = useLiveScreen()
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
    onPress: and(() => togglePanel(which)),
  })
  return (
    <span className="more-control" ref={whole}>
      <Control icon={<IconDots size={22} />} label={t('bar.more')} {...mark} {...button} />
      {open && (
        <fieldset className="more-choice" id={id} aria-label={t('bar.more')}>
          {onStage && narrow && (
            <>
              <LiveChoices and={and} />
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
          <Control
            icon={<IconSettings size={22} />}
            label={t('bar.settings')}
            onPress={and(() => openDialog('settings'))}
          />
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

/** The controls of a live pitch that have no place in a narrow bar. */
function LiveChoices({ and }: { and: (act: () => void) => () => void }) {
  const { status, connection } = useInRoom()
  const { slides, points, switchPointer } = useLiveScreen()
  if (status !== 2) return null
  return (
    <>
      <ReactionChoice
        className="more-reactions"
        onReact={emoji => connection.signal({ type: 'reaction', payload: { emoji } })}
      />
      {slides.total > 0 && <PointerControl points={points} onPoints={and(switchPointer)} />}
    </>
  )
}
