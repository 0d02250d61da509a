import {
  IconColumns2,
  IconLayoutBoard,
  IconLayoutGrid,
  IconLayoutSidebarRight,
  IconPictureInPicture,
  IconUserScreen,
} from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Control } from '#web/light/Control.tsx'
import { openSmallWindow, smallWindowKind } from '#web/light/smallWindow.ts'
import { usePopover } from '#web/light/usePopover.ts'
import { useLiveScreen } from '../liveScreen.ts'
import { layouts } from './layouts.ts'
import { toggleSmallVideo } from './smallVideo.ts'
import './layout.css'

const icons = { slides: IconLayoutSidebarRight, side: IconColumns2, faces: IconLayoutGrid, speaker: IconUserScreen }

/** The choice of the layout, and of the small window. */
export function LayoutControl() {
  const { t } = useTranslation('view')
  const { info } = useInRoom()
  const { layout, chooseLayout, bare, small, setSmall } = useLiveScreen()
  const { open, setOpen, close, whole, id } = usePopover()
  const kind = smallWindowKind()
  async function toggleSmall() {
    close()
    if (small) return setSmall(undefined)
    // a refusal by the browser changes nothing
    if (kind === 'whole')
      setSmall(await openSmallWindow(t('layout.pipTitle', { name: info.presentation_name })).catch(() => undefined))
    else await toggleSmallVideo().catch(() => {})
  }
  return (
    <span className="layout-control" ref={whole}>
      <Control
        icon={<IconLayoutBoard size={22} />}
        label={t('layout.label')}
        hint={t('layout.title')}
        expanded={open}
        controls={id}
        onPress={() => setOpen(!open)}
      />
      {open && (
        <fieldset className="layout-choice" id={id} aria-label={t('layout.title')}>
          {(bare ? [] : layouts).map(one => {
            const Icon = icons[one]
            return (
              <button
                key={one}
                type="button"
                aria-pressed={one === layout}
                onClick={() => calmly(() => chooseLayout(one))}
              >
                <Icon size={26} stroke={1.6} aria-hidden />
                {t(`layout.${one}`)}
              </button>
            )
          })}
          <button
            type="button"
            className="layout-small"
            aria-pressed={small !== undefined}
            disabled={!kind}
            onClick={() => void toggleSmall()}
          >
            <IconPictureInPicture size={22} aria-hidden />
            <span>
              {t('layout.pip')}
              <small>{t(kind ? 'layout.pipHint' : 'layout.noPip')}</small>
            </span>
          </button>
        </fieldset>
      )}
    </span>
  )
}

/** Fades from one layout to the next, unless the reader prefers less motion or the browser cannot. */
function calmly(change: () => void): void {
  const fades = 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches
  if (fades) document.startViewTransition(() => flushSync(change))
  else change()
}
