import { IconMoodEmpty, IconMoodHappy, IconMoodSad } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FeedbackChoice, feedbackChoices } from '#features/results/feedback/rules.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Field } from '#web/light/Field.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useKept } from '#web/light/useKept.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { useFieldErrors } from '#web/ui/wording.ts'
import './FeedbackForm.css'

const faces = { dislike: IconMoodSad, unsure: IconMoodEmpty, invest: IconMoodHappy }

interface Words {
  readonly choice: FeedbackChoice | undefined
  readonly note: string
  readonly contact: string
}
/** Entries that were not sent, kept while another panel is open or the pitch ends. */
const drafts = new Map<string, Words>()

/** [PROD-026, STATE-052, STATE-053, STATE-054] Three faces with words, a note, and how to be reached. */
export function FeedbackForm({ pitch }: { pitch: string }) {
  const { t } = useTranslation(['attend', 'feedback'])
  const client = roomClient(pitch)
  const mine = useLoad(pitch, () => client.getMyFeedback({ uuid: pitch }))
  const words = useKept<Words>(drafts, pitch, () => ({ choice: undefined, note: '', contact: '' }))
  const { choice, note, contact } = words.value
  const [sent, setSent] = useState(false)
  const [missing, setMissing] = useState(false)
  const act = useAct((select: FeedbackChoice) => client.createAttendeeFeedback({ uuid: pitch, select, note, contact }))
  const errors = useFieldErrors(act.failure)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer of the server changes what is shown
  useEffect(() => {
    if (!mine.value?.select || words.isBegun()) return
    const { select, note, contact } = mine.value
    words.settle({ choice: select, note, contact })
  }, [mine.value])

  async function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!choice)
    if (!choice || !(await act.run(choice))) return
    // what the attendee typed while the call was under way is not sent yet
    if (drafts.get(pitch) === words.value) words.settle(words.value)
    setSent(true)
  }
  function change(more: Partial<Words>) {
    setSent(false)
    setMissing(false)
    words.write({ ...words.value, ...more })
  }
  const again = sent || !!mine.value?.select
  return (
    <form className="feedback" onSubmit={submit} noValidate>
      <Faces choice={choice} missing={missing} onChoose={face => change({ choice: face })} />
      <Field label={t('feedback.note')} error={errors['note']}>
        {given => (
          <textarea {...given} maxLength={4000} value={note} onChange={event => change({ note: event.target.value })} />
        )}
      </Field>
      <Field label={t('feedback.contact')} hint={t('feedback.contactHint')} error={errors['contact']}>
        {given => (
          <input
            {...given}
            maxLength={254}
            autoComplete="email"
            value={contact}
            onChange={event => change({ contact: event.target.value })}
          />
        )}
      </Field>
      <Notice failure={act.failure ?? mine.failure} retry={mine.failure ? mine.reload : undefined} />
      <div className="feedback-foot">
        <Button type="submit" look={sent ? 'quiet' : 'main'} busy={act.busy}>
          {t(again ? 'feedback.sendAgain' : 'feedback.send')}
        </Button>
        <p role="status">{sent ? t('feedback.thanks') : ''}</p>
      </div>
    </form>
  )
}

interface FacesProps {
  choice: FeedbackChoice | undefined
  /** The form was sent without a choice. */
  missing: boolean
  onChoose: (choice: FeedbackChoice) => void
}

function Faces({ choice, missing, onChoose }: FacesProps) {
  const { t } = useTranslation(['attend', 'feedback'])
  return (
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
                onChange={() => onChoose(face)}
              />
              <Face size={36} stroke={1.5} aria-hidden />
              <span>{t(`feedback:choice.${face}`)}</span>
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
  )
}
