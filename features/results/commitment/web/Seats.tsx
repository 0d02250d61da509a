import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { formatTime } from '#web/ui/time.ts'
import { CommitTerms, type Terms } from './CommitTerms.tsx'

interface Props {
  pitch: string
  terms: Terms
  reload: () => void
}

/** Whether the pitch's series takes no commitment from the reader now. */
export const hasNoSeat = ({ series }: Terms): boolean => series !== null && series !== 'open'

/** In place of the form while the series has no seat for the reader: why, and the waiting list where it is full. */
export function NoSeat({ pitch, terms, reload }: Props) {
  const { series, waiting } = terms
  const { t } = useTranslation(['attend', 'errors'])
  const client = roomClient(pitch)
  const act = useAct(async () => {
    try {
      if (waiting) await client.leaveSeatWaitingList({ uuid: pitch })
      else await client.joinSeatWaitingList({ uuid: pitch })
    } finally {
      // also when it was refused: a seat may be free by now
      reload()
    }
  })
  if (series !== 'full')
    return (
      <>
        <CommitTerms terms={terms} />
        <p role="status">{t('errors:SeriesNotOpen')}</p>
      </>
    )
  return (
    <div className="commit">
      <CommitTerms terms={terms} />
      <p role="status">
        {waiting ? t('attend:seats.waiting', { position: waiting.position }) : t('attend:seats.full')}
      </p>
      <Notice failure={act.failure} />
      <Button look={waiting ? 'quiet' : 'main'} busy={act.busy} onClick={() => act.run()}>
        {t(waiting ? 'attend:seats.leave' : 'attend:seats.join')}
      </Button>
    </div>
  )
}

/** Above the form: until when a seat is kept for the reader. */
export function OfferedSeat({ terms: { waiting } }: { terms: Terms }) {
  const { t, i18n } = useTranslation('attend')
  if (!waiting?.offered_until) return null
  return <p role="status">{t('seats.offered', { time: formatTime(waiting.offered_until, i18n.language, 'full') })}</p>
}
