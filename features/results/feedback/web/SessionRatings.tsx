import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeNumber, writePercent } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { Who } from '#features/room/room/web/Who.tsx'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Time } from '#web/ui/Time.tsx'
import type { feedbackCalls } from '../contract.ts'
import { type SessionRating, sessionRatings } from '../rules.ts'
import './FeedbackTable.css'
import './SessionRatings.css'

type Rated = Answer<(typeof feedbackCalls)['getPitchEPFeedbackList']>['items'][number]

/** The number of ratings shown at first, and added each time. */
const AT_ONCE = 20
/** As many as the call gives. */
const AT_MOST = 200

/** [CONST-051] How people found the session: how many rated it how, and each one's words. */
export function SessionRatings({ uuid }: { uuid: string }) {
  const { t } = useTranslation('feedback')
  const [limit, setLimit] = useState(AT_ONCE)
  const { data, error, refetch } = useQuery({
    queryKey: ['pitch', 'ratings', uuid, limit],
    queryFn: () => client.getPitchEPFeedbackList({ uuid, limit }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
  if (!data) return <ErrorNotice failure={error} retry={refetch} />
  if (data.total === 0) return <p className="session-ratings-none">{t('session.none')}</p>
  return (
    <>
      <RatingCounts counts={data.counts} />
      <ul className="session-ratings" aria-label={t('session.table')}>
        {data.items.map(rated => (
          <RatingLine key={rated.id} rated={rated} />
        ))}
      </ul>
      {data.items.length < data.total && limit < AT_MOST && (
        <Button variant="default" onClick={() => setLimit(limit + AT_ONCE)}>
          {t('session.more')}
        </Button>
      )}
    </>
  )
}

function RatingCounts({ counts }: { counts: Readonly<Record<SessionRating, number>> }) {
  const { t, i18n } = useTranslation('feedback')
  const all = sessionRatings.reduce((sum, rating) => sum + counts[rating], 0)
  return (
    <ul className="feedback-counts session-counts">
      {[...sessionRatings].reverse().map(rating => (
        <li key={rating}>
          <span>{t(`session.rating.${rating}`)}</span>
          <span className="feedback-bar" aria-hidden>
            <span style={{ width: `${(counts[rating] / all) * 100}%` }} />
          </span>
          <span className="tabular feedback-count">{writeNumber(counts[rating], i18n.language)}</span>
          <span className="tabular feedback-share">{writePercent(counts[rating] / all, i18n.language)}</span>
        </li>
      ))}
    </ul>
  )
}

function RatingLine({ rated }: { rated: Rated }) {
  const { t } = useTranslation('feedback')
  return (
    <li>
      <Who name={rated.name}>
        {t(`session.rating.${rated.rating}`)} · <Time at={rated.at} />
      </Who>
      {rated.note && <span className="feedback-note">{rated.note}</span>}
    </li>
  )
}
