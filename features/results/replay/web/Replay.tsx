import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { codeOf } from '#web/ui/wording.ts'
import { Player } from './Player.tsx'

/** Milliseconds after which a recording that is not whole yet is asked for again. */
const AGAIN = { live: 10_000, merging: 1000 }

/** The recording of a pitch: the last one, or the one with this id. */
export function Replay({ uuid, id }: { uuid: string; id?: string | undefined }) {
  const { t } = useTranslation('replay')
  const { data, error, refetch } = useQuery({
    ...callQuery('getReplay', { uuid, ...(id && { id }) }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data: got } }) => (got && got.state !== 'pending' ? AGAIN[got.state] : false),
  })
  if (data?.state === 'pending') return <Player key={data.id} replay={data} />
  if (data) return <p role="status">{t(data.state)}</p>
  if (!error) return <Skeleton height={320} />
  if (codeOf(error) !== 'RecordingNotFound') return <ErrorNotice failure={error} retry={refetch} />
  return (
    <div className="replay-none">
      <h2>{t('none')}</h2>
      <p>{t('noneHint')}</p>
    </div>
  )
}
