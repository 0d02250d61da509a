import { IconMoodEmpty, IconMoodHappy, IconMoodSad } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FeedbackChoice, feedbackChoices } from '#features/feedback/rules.ts'
import { Button } from '#features/room/web/pieces/Button.tsx'
import { Field } from '#features/room/web/pieces/Field.tsx'
import { Notice } from '#features/room/web/pieces/Notice.tsx'
import { useAct } from '#features/room/web/pieces/useAct.ts'
import { useLoad } from '#features/room/web/pieces/useLoad.ts'
import { roomClient } from '#features/room/web/roomClient.ts'
import { useFieldErrors } from '#web/ui/wording.ts'
import './FeedbackForm.css'

const faces = { dislike: IconMoodSad, unsure: IconMoodEmpty, invest: IconMoodHappy }

/** [PROD-026, STATE-052, STATE-053, STATE-054] Three faces with words, a note, and how to be reached. */
export function FeedbackForm({ pitch }: { pitch: string }) {
  const { t } = useTranslation('attend')
  const client = roomClient(pitch)
  const said = useLoad(pitch, () => client.getMyFeedback({ uuid: pitch }))
  const [choice, setChoice] = useState<FeedbackChoice>()
  const [note, setNote] = useState('')
  const [contact, setContact] = useState('')
  const [sent, setSent] = useState(false)
  const [missing, setMissing] = useState(false)
  const act = useAct((select: FeedbackChoice) => client.createAttendeeFeedback({ uuid: pitch, select, note, contact }))
  const errors = useFieldErrors(act.failure)

  useEffect(() => {
    if (!said.value?.select) return
    setChoice(said.value.select)
    setNote(said.value.note)
    setContact(said.value.contact)
  }, [said.value])

  async function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!choice)
    if (choice) setSent(await act.run(choice))
  }
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setSent(false)
      setMissing(false)
      set(value)
    }
  const again = sent || !!said.value?.select
  return (
    <form className="feedback" onSubmit={submit} noValidate>
      <fieldset aria-describedby={missing ? 'feedback-missing' : undefined}>
        <legend>{t('feedback.question')}</legend>
        <div className="feedback-faces">
          {feedbackChoices.map(face => {
            const Face = faces[face]
            return (
              <label key={face} className={`feedback-face ${face}`}>
                <input
                  type="radio"
                  name="feedback"
                  value={face}
                  checked={choice === face}
                  onChange={() => change(setChoice)(face)}
                />
                <Face size={36} stroke={1.5} aria-hidden />
                <span>{t(`feedback.choice.${face}`)}</span>
              </label>
            )
          })}
        </div>
        {missing && (
          <p className="piece-error" id="feedback-missing" role="alert">
            {t('feedback.missing')}
          </p>
        )}
      </fieldset>
      <Field label={t('feedback.note')} error={errors['note']}>
        {given => (
          <textarea {...given} maxLength={4000} value={note} onChange={event => change(setNote)(event.target.value)} />
        )}
      </Field>
      <Field label={t('feedback.contact')} hint={t('feedback.contactHint')} error={errors['contact']}>
        {given => (
          <input
            {...given}
            maxLength={254}
            autoComplete="email"
            value={contact}
            onChange={event => change(setContact)(event.target.value)}
          />
        )}
      </Field>
      <Notice failure={act.failure ?? said.failure} retry={said.failure ? said.reload : undefined} />
      <div className="feedback-foot">
        <Button type="submit" look={sent ? 'quiet' : 'main'} busy={act.busy}>
          {t(again ? 'feedback.sendAgain' : 'feedback.send')}
        </Button>
        <p role="status">{sent ? t('feedback.thanks') : ''}</p>
      </div>
    </form>
  )
}
