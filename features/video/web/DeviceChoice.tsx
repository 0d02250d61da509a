import { useTranslation } from 'react-i18next'
import { Field } from '#features/room/web/pieces/Field.tsx'
import type { StageChoice } from './stageChoice.ts'
import { useDevices } from './useDevices.ts'

interface Props {
  /** Attendees choose where they hear only. */
  stage: boolean
  choice: StageChoice
  /** Changes when the browser has given permission, and with it the names. */
  known: unknown
  onChoose: (change: Partial<StageChoice>) => void
}

/** Which camera, microphone and loudspeaker. */
export function DeviceChoice({ stage, choice, known, onChoose }: Props) {
  const { t } = useTranslation('video')
  const { cameras, microphones, speakers } = useDevices(known)
  const all = [
    ...(stage
      ? ([
          ['cameraId', t('device.camera'), cameras],
          ['microphoneId', t('device.microphone'), microphones],
        ] as const)
      : []),
    ['speakerId', t('device.speaker'), speakers] as const,
  ]
  return (
    <div className="device-choice">
      {all.map(([field, label, devices]) => (
        <Field key={field} label={label}>
          {given => (
            <select
              {...given}
              value={
                devices.some(device => device.deviceId === choice[field]) ? choice[field] : (devices[0]?.deviceId ?? '')
              }
              disabled={devices.length === 0}
              onChange={event => onChoose({ [field]: event.target.value })}
            >
              {devices.length === 0 && <option value="">{t('device.default')}</option>}
              {devices.map((device, index) => (
                <option key={device.deviceId} value={device.deviceId}>
                  {device.label || t('device.unnamed', { number: index + 1 })}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
    </div>
  )
}
