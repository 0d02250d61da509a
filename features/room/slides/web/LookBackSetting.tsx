import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { type LookBack, lookBackChoices } from '#features/room/slides/rules.ts'
import { Field } from '#web/light/Field.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'

/** A presenter's choice of the slides that attendees may look at by themselves. It applies at once. */
export function LookBackSetting({ pitch, value }: { pitch: string; value: LookBack }) {
  const { t } = useTranslation('room')
  const set = useAct((look_back: LookBack) => roomClient(pitch).updatePitchLookBack({ pitch_uuid: pitch, look_back }))
  return (
    <>
      <Field label={t('lookBack.setting')} hint={t('lookBack.hint')}>
        {given => (
          <select
            {...given}
            value={value}
            disabled={set.busy}
            onChange={event => set.run(event.target.value as LookBack)}
          >
            {lookBackChoices.map(choice => (
              <option key={choice} value={choice}>
                {t(`lookBack.choice.${choice}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Notice failure={set.failure} />
    </>
  )
}
