import { useTranslation } from 'react-i18next'
import { CommitForm } from '#features/commitment/web/CommitForm.tsx'
import { FeedbackForm } from '#features/feedback/web/FeedbackForm.tsx'

/** What an attendee may say of the pitch: an amount, and what they think. */
export function SayPanel({ pitch, deal, name }: { pitch: string; deal: string; name: string }) {
  const { t } = useTranslation('attend')
  return (
    <div className="panel-body">
      <section aria-labelledby="say-commit">
        <h3 id="say-commit">{t('commit.title')}</h3>
        <CommitForm pitch={pitch} deal={deal} name={name} />
      </section>
      <section aria-labelledby="say-feedback">
        <h3 id="say-feedback">{t('feedback.title')}</h3>
        <FeedbackForm pitch={pitch} />
      </section>
    </div>
  )
}
