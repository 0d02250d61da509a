import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#contract/money.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { clockOf } from '#features/core/pitch/web/Elapsed.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import './ResultFigures.css'

/** Shown for a figure that failed to load; the list below says why. */
const none = '–'
/** The same query keys as the tables below, which show the same answers. */
const live = { refetchInterval: 10_000 }

/** The results of a pitch in four figures. */
export function ResultFigures({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const { uuid } = pitch
  const first = { page: 1, limit: 20 }
  const attendance = useQuery({ ...callQuery('getPitchAttendance', { pitch_uuid: uuid, ...first }, 'pitch'), ...live })
  const feedback = useQuery({ ...callQuery('getAttendeeFeedbackList', { uuid, ...first }, 'pitch'), ...live })
  const commitments = useQuery({ ...callQuery('getCommitmentList', { uuid, ...first }, 'pitch'), ...live })
  const { real_start_time: from, real_end_time: to } = pitch
  const seconds = from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : undefined
  const said = feedback.data && Object.values(feedback.data.counts).reduce((sum, count) => sum + count, 0)
  return (
    <dl className="figures">
      <Figure
        name={t('figure.came')}
        value={attendance.isError ? none : attendance.data?.total}
        // anyone of the organization may walk into a public pitch, so who came is no share of the invited
        note={t(pitch.is_public ? 'people.invited' : 'people.ofInvited', { count: pitch.attendees })}
      />
      <Figure
        name={t('figure.invest')}
        value={feedback.isError ? none : feedback.data?.counts.invest}
        note={t('figure.said', { count: said ?? 0 })}
      />
      <Figure
        name={t('figure.committed')}
        value={commitments.isError ? none : commitments.data && showMoney(commitments.data.sum)}
        note={t('figure.commitments', { count: commitments.data?.total ?? 0 })}
      />
      {seconds !== undefined && <Figure name={t('figure.length')} value={clockOf(seconds)} note="" />}
    </dl>
  )
}

function Figure({ name, value, note }: { name: string; value: string | number | undefined; note: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{value ?? <Skeleton height={28} width={64} />}</dd>
      {note && <dd className="figure-note">{value === undefined || value === none ? '' : note}</dd>}
    </div>
  )
}
