import { useTranslation } from 'react-i18next'
import { Field } from '#web/light/Field.tsx'
import { canFilterNoise } from './capture.ts'
import { type NoiseChoice, noiseChoices, type StageChoice } from './stageChoice.ts'
import { useDevices } from './useDevices.ts'

interface Props {
  /** On stage; attendees only choose their loudspeaker. */
  stage: boolean
  choice: StageChoice
  /** Changes when the browser has given permission, which reveals the names. */
  known: unknown
  onChoose: (change: Partial<StageChoice>) => void
}

/** Some browsers only play on the system's default device. */
const canChooseSpeaker = () => 'setSinkId' in HTMLMediaElement.prototype

/** The choice of camera, microphone, loudspeaker and noise suppression. */
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
    ...(canChooseSpeaker() ? ([['speakerId', t('device.speaker'), speakers]] as const) : []),
  ]
  const noises = noiseChoices.filter(one => one !== 'strong' || canFilterNoise())
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
      {stage && (
        <Field label={t('noise.title')}>
          {given => (
            <select
              {...given}
              value={choice.noise ?? 'browser'}
              onChange={event => onChoose({ noise: event.target.value as NoiseChoice })}
            >
              {noises.map(one => (
                <option key={one} value={one}>
                  {t(`noise.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {!canChooseSpeaker() && <p className="device-note">{t('device.systemSpeaker')}</p>}
    </div>
  )
}
