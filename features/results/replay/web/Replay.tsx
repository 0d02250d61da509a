import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { codeOf } from '#web/ui/wording.ts'
import { Player, type ReplayData } from './Player.tsx'
import { TalkFiles } from './ReplayFiles.tsx'

/** Milliseconds after which a recording that is not whole yet is asked for again. */
const AGAIN = { live: 10_000, merging: 1000 }

interface Props {
  uuid: string
  /** The last recording of the pitch without one. */
  id?: string | undefined
  /** As whom it is watched: the person who has signed in, or the one of a join link. */
  as: Pick<RoomClient, 'getReplay' | 'noteWatching' | 'exportReplayTalk'>
  /** What stands above the player. */
  head?: (replay: ReplayData) => ReactNode
}

/** The recording of a pitch: the last one, or the one with this id. */
export function Replay({ uuid, id, as, head }: Props) {
  const { t } = useTranslation('replay')
  const { data, error, refetch } = useQuery({
    queryKey: ['getReplay', uuid, id],
    queryFn: () => as.getReplay({ uuid, ...(id && { id }) }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data: got } }) =>
      got && (got.state === 'live' || got.state === 'merging') ? AGAIN[got.state] : false,
  })
  const isGone = codeOf(error) === 'RecordingNotFound'
  if (data && !isGone)
    return (
      <>
        {head?.(data)}
        {data.state === 'live' || data.state === 'merging' ? (
          <p role="status">{t(data.state)}</p>
        ) : (
          <>
            <Player
              key={data.id}
              uuid={uuid}
              replay={data}
              note={watched => as.noteWatching({ uuid, id: data.id, ...watched }).catch(() => refetch())}
            />
            {data.captions.length > 0 && (
              <section className="replay-files">
                <h2>{t('files.title')}</h2>
                <TalkFiles uuid={uuid} id={data.id} languages={data.caption_languages} as={as} />
              </section>
            )}
          </>
        )}
      </>
    )
  if (!error) return <Skeleton height={320} />
  if (!isGone) return <ErrorNotice failure={error} retry={refetch} />
  return (
    <div className="replay-none">
      <h2>{t('none')}</h2>
      <p>{t('noneHint')}</p>
    </div>
  )
}
