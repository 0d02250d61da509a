import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { chooseRoomLook, type RoomLook, roomLooks, useRoomLook } from '#features/room/room/web/roomLook.ts'
import { LookBackSetting } from '#features/room/slides/web/LookBackSetting.tsx'
import { DevicesNow } from '#features/room/video/web/devices/DevicesNow.tsx'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { languages } from '#web/i18n/language.ts'
import { Dialog } from '#web/light/Dialog.tsx'
import { Field } from '#web/light/Field.tsx'
import { useLiveScreen } from './liveScreen.ts'

/** Devices and language, during the pitch. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { pitch, room } = useInRoom()
  const { onStage, video } = useLiveScreen()
  const { t, i18n } = useTranslation(['room', 'common'])
  const look = useRoomLook()
  return (
    <Dialog title={t('room:settings.title')} onClose={onClose}>
      <div className="settings">
        <DevicesNow video={video} stage={onStage || video.now.mayPublish} />
        <Field label={t('room:settings.language')}>
          {given => (
            <select {...given} value={i18n.language} onChange={event => chooseLanguage(event.target.value as Language)}>
              {languages.map(language => (
                <option key={language} value={language} lang={language}>
                  {t(`common:languages.${language}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('room:settings.look')}>
          {given => (
            <select {...given} value={look} onChange={event => chooseRoomLook(event.target.value as RoomLook)}>
              {roomLooks.map(one => (
                <option key={one} value={one}>
                  {t(`room:settings.looks.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {onStage && <LookBackSetting pitch={pitch} value={room.lookBack} />}
        <section aria-labelledby="settings-keys">
          <h3 id="settings-keys">{t('room:settings.keys')}</h3>
          <p>{t(onStage ? 'room:settings.stageKeys' : 'room:settings.attendeeKeys')}</p>
        </section>
      </div>
    </Dialog>
  )
}
