import { type FormEvent, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SessionRating as Rating, sessionRatings } from '#features/results/feedback/rules.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Field } from '#web/light/Field.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { useFieldErrors } from '#web/ui/wording.ts'
import './SessionRating.css'

interface Props {
  pitch: string
  /** Who asks: the person of a join link in the room, the person signed in in the console. */
  client: Pick<RoomClient, 'getMyPitchEPFeedback' | 'createPitchEPFeedback'>
}

/** [CONST-051] Asks a participant how the session went. Answering is optional. */
export function SessionRating(props: Props) {
  return (
    // the texts may load later than the page around the form
    <Suspense fallback={null}>
      <RatingForm {...props} />
    </Suspense>
  )
}

function RatingForm({ pitch, client }: Props) {
  const { t } = useTranslation('feedback')
  const mine = useLoad(pitch, () => client.getMyPitchEPFeedback({ uuid: pitch }))
  const [rating, setRating] = useState<Rating>()
  const [note, setNote] = useState('')
  const [sent, setSent] = useState(false)
  const act = useAct((given: Rating) => client.createPitchEPFeedback({ uuid: pitch, rating: given, note }))
  const errors = useFieldErrors(act.failure)

  useEffect(() => {
    if (!mine.value?.rating) return
    setRating(mine.value.rating)
    setNote(mine.value.note)
  }, [mine.value])

  if (!mine.value?.may_rate) return null
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (rating) setSent(await act.run(rating))
  }
  const again = sent || mine.value.rating !== null
  return (
    <form className="session-rating" onSubmit={submit} noValidate>
      <RatingChoices
        rating={rating}
        onChoose={chosen => {
          setSent(false)
          setRating(chosen)
        }}
      />
      {rating && (
        <>
          <Field label={t('session.note')} error={errors['note']}>
            {given => (
              <textarea
                {...given}
                maxLength={4000}
                rows={2}
                value={note}
                onChange={event => {
                  setSent(false)
                  setNote(event.target.value)
                }}
              />
            )}
          </Field>
          <Notice failure={act.failure} />
          <div className="session-rating-foot">
            <Button type="submit" look="quiet" busy={act.busy}>
              {t(again ? 'session.sendAgain' : 'session.send')}
            </Button>
            <p role="status">{sent ? t('session.thanks') : ''}</p>
          </div>
        </>
      )}
    </form>
  )
}

function RatingChoices({ rating, onChoose }: { rating: Rating | undefined; onChoose: (rating: Rating) => void }) {
  const { t } = useTranslation('feedback')
  return (
    <fieldset>
      <legend>{t('session.question')}</legend>
      <div className="session-rating-choices">
        {sessionRatings.map(one => (
          <label key={one}>
            <input
              type="radio"
              name="session-rating"
              value={one}
              checked={rating === one}
              onChange={() => onChoose(one)}
            />
            <span>{t(`session.rating.${one}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
