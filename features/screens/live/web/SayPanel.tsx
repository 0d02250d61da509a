import { useTranslation } from 'react-i18next'
import { CommitForm } from '#features/results/commitment/web/CommitForm.tsx'
import { FeedbackForm } from '#features/results/feedback/web/FeedbackForm.tsx'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'

interface Props {
  pitch: string
  deal: string
  name: string
  connection: RoomConnection
}

/** What an attendee may say of the pitch: an amount, and what they think. */
export function SayPanel({ pitch, deal, name, connection }: Props) {
  const { t } = useTranslation('attend')
  return (
    <div className="panel-body">
      <section aria-labelledby="say-commit">
        <h3 id="say-commit">{t('commit.title')}</h3>
        <CommitForm {...{ pitch, deal, name, connection }} />
      </section>
      <section aria-labelledby="say-feedback">
        <h3 id="say-feedback">{t('feedback.title')}</h3>
        <FeedbackForm pitch={pitch} />
      </section>
    </div>
  )
}
