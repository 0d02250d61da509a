import { IconDeviceDesktopShare, IconScreenShare, IconScreenShareOff } from '@tabler/icons-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Control } from '#web/light/Control.tsx'
import { usePopover } from '#web/light/usePopover.ts'
import { SecondDeviceDialog } from './SecondDeviceDialog.tsx'
import { ShareLog } from './ShareLog.tsx'
import type { Sharing } from './useShare.ts'
import './share.css'

interface Props {
  sharing: Sharing
  /** The pitch is live and its video is on. */
  ready: boolean
}

/** Shares this screen or that of a second device; while the own screen is shared, a press ends it. */
export function ShareControl({ sharing, ready }: Props) {
  const { pitch } = useInRoom()
  const { t } = useTranslation('share')
  const shownName = useShownName()
  const { open, setOpen, close, whole, id } = usePopover()
  const [second, setSecond] = useState(false)
  const { share, isMine, may, mayEnd } = sharing
  const taken = share !== null && !isMine && !mayEnd
  const hint = isMine
    ? t('stopMine')
    : taken
      ? t('takenBy', { name: shownName(share.name) })
      : t(may ? (ready ? 'start' : 'notReady') : 'later')
  return (
    <span className="share-control" ref={whole}>
      <Control
        icon={isMine ? <IconScreenShareOff size={22} /> : <IconScreenShare size={22} />}
        label={t('label')}
        hint={hint}
        shortcut="Alt S"
        look={isMine ? 'accent' : 'plain'}
        disabled={!isMine && (!may || !ready || taken)}
        expanded={isMine ? undefined : open}
        controls={id}
        onPress={() => (isMine ? sharing.stop() : setOpen(!open))}
      />
      {open && !isMine && (
        <fieldset className="share-choice" id={id} aria-label={t('label')}>
          {share && <p>{t('takesPlace', { name: shownName(share.name) })}</p>}
          <button
            type="button"
            onClick={() => {
              close()
              sharing.start()
            }}
          >
            <IconScreenShare size={22} aria-hidden />
            <span>
              <b>{t('this')}</b>
              <span>{t('thisHint')}</span>
            </span>
          </button>
          <button
            type="button"
            onClick={() => {
              close()
              setSecond(true)
            }}
          >
            <IconDeviceDesktopShare size={22} aria-hidden />
            <span>
              <b>{t('other')}</b>
              <span>{t('otherHint')}</span>
            </span>
          </button>
          <ShareLog pitch={pitch} />
        </fieldset>
      )}
      {second &&
        createPortal(
          <SecondDeviceDialog pitch={pitch} share={share} isMine={isMine} onClose={() => setSecond(false)} />,
          // outside the bar, so that the dialog's heading does not belong to it
          document.querySelector('.room') ?? document.body,
        )}
    </span>
  )
}
