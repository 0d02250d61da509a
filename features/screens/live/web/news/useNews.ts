import { useCallback, useEffect, useRef, useState } from 'react'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import { noteCommitments, seeCommitments } from './newCommitments.ts'

/** How long a line stays that nobody has to act on, in milliseconds. */
const STAYS = 10_000
/** Lines at a time. */
const MOST = 3
/** Of these only the newest is news. */
const LAST_WORD = new Set<News['what']>(['lead', 'screen', 'offStage'])

/** Something that happened. `amount` is empty where the pitch wants no amounts in its room. */
export type News = { readonly key: number } & (
  | { readonly what: 'commitment'; readonly name: string; readonly amount: string }
  /** Made while the line was lost: how many is all that is known of them. */
  | { readonly what: 'missed'; readonly count: number }
  | { readonly what: 'lead' }
  /** Who reads this is seen and heard by nobody any more. */
  | { readonly what: 'offStage' }
  /** One's own screen is shared no more; `name` is who shares theirs instead. */
  | { readonly what: 'screen'; readonly name: string }
)
type Told = News extends infer One ? (One extends unknown ? Omit<One, 'key'> : never) : never

/** What `commitmentMade` brings; only those who manage the pitch hear it. */
interface CommitmentMade {
  readonly name: string
  readonly money_amount: string
  readonly in_room: boolean
}

/** What has just happened in a room, each for a moment. Of who leads it, and of one's own screen, the last word stands. */
export function useNews(
  connection: Pick<RoomConnection, 'onSignal' | 'onEvent'>,
  seesSum: boolean,
  /** Who I am, while it is my screen that is shared. */
  sharer: string | undefined,
  /** Commitments so far that no signal told of. */
  missed: number,
  /** Who I am, while others see or hear me by invitation. */
  onStage: string | undefined,
): { news: readonly News[]; forget: (key: number) => void } {
  const [news, setNews] = useState<readonly News[]>([])
  // whether the panel with the sum is
  const inView = useRef(seesSum)
  // as it was before what is just being told
  const mine = useRef(sharer)
  mine.current = sharer
  const staged = useRef(onStage)
  staged.current = onStage
  const forget = useCallback((key: number) => setNews(all => all.filter(one => one.key !== key)), [])
  const last = useRef(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  const tell = useCallback(
    (told: Told) => {
      const key = ++last.current
      const kept = (one: News) => !LAST_WORD.has(told.what) || one.what !== told.what
      setNews(all => [...all.filter(kept), { ...told, key } as News].slice(-MOST))
      timers.current.add(setTimeout(() => forget(key), STAYS))
    },
    [forget],
  )
  useEffect(() => {
    const ends = [
      connection.onSignal(({ type, payload }) => {
        if (type !== 'commitmentMade') return
        const { name, money_amount, in_room } = payload as CommitmentMade
        if (in_room && !inView.current) noteCommitments()
        tell({ what: 'commitment', name, amount: in_room ? money_amount : '' })
      }),
      connection.onEvent(({ type, payload }) => {
        if (type === 'hostChanged') tell({ what: 'lead' })
        const { account: whom } = payload as { account?: string }
        if (type === 'stageRevoked' && whom !== undefined && whom === staged.current) tell({ what: 'offStage' })
        if (type === 'stageGranted') setNews(all => all.filter(({ what }) => what !== 'offStage'))
        if (type === 'screenShareEnded' && mine.current) tell({ what: 'screen', name: '' })
        if (type === 'screenShared' && mine.current) {
          const { account, name } = payload as { account: string; name: string }
          if (account !== mine.current) tell({ what: 'screen', name })
        }
      }),
    ]
    return () => {
      for (const end of ends) end()
      for (const timer of timers.current) clearTimeout(timer)
      seeCommitments()
    }
  }, [connection, tell])
  const toldMissed = useRef(missed)
  useEffect(() => {
    const count = missed - toldMissed.current
    toldMissed.current = missed
    if (count === 0) return
    if (!inView.current) noteCommitments(count)
    tell({ what: 'missed', count })
  }, [missed, tell])
  useEffect(() => {
    inView.current = seesSum
    if (seesSum) seeCommitments()
  }, [seesSum])
  return { news, forget }
}
