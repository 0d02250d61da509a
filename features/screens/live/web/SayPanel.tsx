import { useTranslation } from 'react-i18next'
import { CommitForm } from '#features/results/commitment/web/CommitForm.tsx'
import { FeedbackForm } from '#features/results/feedback/web/FeedbackForm.tsx'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'

/** The panel in which an attendee commits an amount and gives feedback. */
export function SayPanel() {
  const { pitch, info, connection } = useInRoom()
  const { t } = useTranslation('attend')
  return (
    <div className="panel-body">
      <section aria-labelledby="say-commit">
        <h3 id="say-commit">{t('commit.title')}</h3>
        <CommitForm {...{ pitch, connection }} deal={info.presentation_name} name={info.name || info.email} />
      </section>
      <section aria-labelledby="say-feedback">
        <h3 id="say-feedback">{t('feedback.title')}</h3>
        <FeedbackForm pitch={pitch} />
      </section>
    </div>
  )
}
