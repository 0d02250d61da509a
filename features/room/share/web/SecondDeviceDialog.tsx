import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { clockOf, useNow } from '#features/room/room/web/times.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useLoad } from '#web/light/useLoad.ts'
import { copyText } from '#web/ui/exportText.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import type { ShareState } from '../apply.ts'
import { shareAddress } from './addresses.ts'

interface Props {
  pitch: string
  share: ShareState
  isMine: boolean
  onClose: () => void
}

/** A link for a second device of the person, to scan or to copy. It closes by itself once that device shares. */
export function SecondDeviceDialog({ pitch, share, isMine, onClose }: Props) {
  const { t } = useTranslation('share')
  const [attempt, setAttempt] = useState(0)
  const [copied, setCopied] = useState(false)
  const link = useLoad(`${pitch} ${attempt}`, () =>
    roomClient(pitch).agoraSharescreenAcquire({ pitch_uuid: pitch, device: 'second' }),
  )
  const now = useNow(true)
  const { code, resource_id, expires_at } = link.value ?? {}
  const left = Date.parse(expires_at ?? '') - now
  const begun = isMine && share?.share === resource_id
  useEffect(() => {
    if (begun) onClose()
  }, [begun, onClose])
  const address = code ? new URL(shareAddress(pitch, code), location.href).href : ''
  return (
    <Dialog title={t('second.title')} onClose={onClose}>
      <div className="share-second">
        <p>{t('second.text')}</p>
        <Notice failure={link.failure} retry={link.reload} />
        {code && left > 0 && (
          <>
            <QrCode text={address} label={t('second.code')} />
            <p className="share-address">
              <code>{address.replace(/#.*/, '#…')}</code>
              <Button
                look="quiet"
                onClick={async () => {
                  await copyText(address)
                  setCopied(true)
                }}
              >
                {t(copied ? 'second.copied' : 'second.copy')}
              </Button>
            </p>
            <p className="share-quiet tabular">{t('second.expires', { time: clockOf(left) })}</p>
          </>
        )}
        {code && left <= 0 && (
          <p>
            {t('second.expired')}{' '}
            <Button
              look="quiet"
              onClick={() => {
                setCopied(false)
                setAttempt(attempt + 1)
              }}
            >
              {t('second.again')}
            </Button>
          </p>
        )}
        <p className="share-quiet">{t('second.signedIn', { address: `${location.host}${shareAddress(pitch)}` })}</p>
      </div>
    </Dialog>
  )
}
