import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { replayAddress } from '#features/core/pitch/web/addresses.ts'
import { Notice } from '#web/light/Notice.tsx'
import { codeOf } from '#web/ui/wording.ts'
import { momentIn, momentText } from '../moments.ts'
import { type Frame as AnyFrame, Player, type ReplayData, type Watching } from './Player.tsx'

/** Milliseconds after which a recording that is not whole yet is asked for again. */
const AGAIN = { live: 10_000, merging: 1000 }

interface Props {
  uuid: string
  /** The last recording of the pitch without one. */
  id?: string | undefined
  as: Watching
  /** What came with the page, if it did. */
  inPage?: (named: { uuid: string; id?: string | undefined }) => ReplayData | undefined
  /** What the controls stand in. */
  frame?: AnyFrame
  /** What stands above the player. */
  head?: (replay: ReplayData) => ReactNode
  /** What stands below it. */
  foot?: (replay: ReplayData) => ReactNode
}

/** The recording of a pitch: the last one, or the one with this id. */
export function Replay({ uuid, id, as, inPage, frame: Frame = Fragment, head, foot }: Props) {
  const { t } = useTranslation('replay')
  const { data, error, refetch } = useQuery({
    queryKey: ['getReplay', uuid, id],
    queryFn: () => as.getReplay({ uuid, ...(id && { id }) }),
    initialData: () => inPage?.({ uuid, id }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data: got } }) =>
      got && (got.state === 'live' || got.state === 'merging') ? AGAIN[got.state] : false,
  })
  const moments = useMoments(uuid, data)
  const isGone = codeOf(error) === 'RecordingNotFound'
  if (data && !isGone)
    return (
      <>
        {head?.(data)}
        {data.state === 'live' || data.state === 'merging' ? (
          <p role="status">{t(data.state)}</p>
        ) : (
          <Player
            key={data.id}
            {...{ uuid, as, moments }}
            frame={Frame}
            replay={data}
            note={watched => as.noteWatching({ uuid, id: data.id, ...watched }).catch(() => refetch())}
          />
        )}
        {foot?.(data)}
      </>
    )
  if (!error) return <div className="replay-place" />
  if (!isGone)
    return (
      <Frame>
        <Notice failure={error} retry={refetch} />
      </Frame>
    )
  return (
    <div className="replay-none">
      <h2>{t('none')}</h2>
      <p>{t('noneHint')}</p>
    </div>
  )
}

/**
 * The moment that the address names, and links to others. They count from the beginning of the recording, since people who
 * see its released part alone have another clock than those who manage the pitch.
 */
function useMoments(uuid: string, replay: ReplayData | undefined) {
  const [search] = useSearchParams()
  const named = momentIn(search.get('t'))
  const { id = '', begins_at = 0, left_at = null } = replay ?? {}
  return useMemo(() => {
    const linkTo = (at: number) =>
      `${location.origin}${replayAddress(uuid)}?recording=${id}&t=${momentText(begins_at + at)}`
    return { start: named === undefined ? undefined : named - begins_at, left: left_at ?? undefined, linkTo }
  }, [uuid, id, named, begins_at, left_at])
}
