import { useCallback, useEffect, useRef, useState } from 'react'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import { noteCommitments, seeCommitments } from './newCommitments.ts'
import { type Lack, useLacks } from './useLacks.ts'

/** Milliseconds for which a note without an action shows. */
const STAYS = 10_000
/** Notes at a time. */
const MOST = 3
/** Kinds of which only the newest note shows. */
const LAST_WORD = new Set<News['what']>(['lead', 'screen', 'offStage', 'recording'])

/** An event of the room. `amount` is empty if the pitch hides amounts in its room. */
export type News = { readonly key: number } & (
  | { readonly what: 'commitment'; readonly name: string; readonly amount: string }
  /** Made during a lost connection, so only their number is known. */
  | { readonly what: 'missed'; readonly count: number }
  | { readonly what: 'lead' }
  /** The reader is off the stage. */
  | { readonly what: 'offStage' }
  /** The reader's screen share has ended; `name` is the person who shares instead. */
  | { readonly what: 'screen'; readonly name: string }
  /** What the recording lacks, for its presenters. */
  | { readonly what: 'recording'; readonly lacks: Lack }
)
type NewsItem = News extends infer One ? (One extends unknown ? Omit<One, 'key'> : never) : never

/** The payload of `commitmentMade`, which only the pitch's managers get. */
interface CommitmentMade {
  readonly name: string
  readonly money_amount: string
  readonly in_room: boolean
}

/** The latest events of a room, each for a few seconds. Of some kinds only the newest stays. */
export function useNews(
  connection: Pick<RoomConnection, 'onSignal' | 'onEvent'>,
  seesSum: boolean,
  /** The reader's account while their screen is shared. */
  sharer: string | undefined,
  /** The number of commitments whose signal was missed. */
  missed: number,
  /** The reader's account while they are on stage by invitation. */
  onStage: string | undefined,
): { news: readonly News[]; forget: (key: number) => void } {
  const [news, setNews] = useState<readonly News[]>([])
  const sumIsOpen = useRef(seesSum)
  // the state before the event that is being handled
  const mine = useRef(sharer)
  mine.current = sharer
  const staged = useRef(onStage)
  staged.current = onStage
  const forget = useCallback((key: number) => setNews(all => all.filter(one => one.key !== key)), [])
  const last = useRef(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  const add = useCallback(
    (item: NewsItem) => {
      const key = ++last.current
      const kept = (one: News) => !LAST_WORD.has(item.what) || one.what !== item.what
      setNews(all => [...all.filter(kept), { ...item, key } as News].slice(-MOST))
      timers.current.add(setTimeout(() => forget(key), STAYS))
    },
    [forget],
  )
  useLacks(connection, add)
  useEffect(() => {
    const ends = [
      connection.onSignal(({ type, payload }) => {
        if (type !== 'commitmentMade') return
        const { name, money_amount, in_room } = payload as CommitmentMade
        if (in_room && !sumIsOpen.current) noteCommitments()
        add({ what: 'commitment', name, amount: in_room ? money_amount : '' })
      }),
      connection.onEvent(({ type, payload }) => {
        if (type === 'hostChanged') add({ what: 'lead' })
        const { account: whom } = payload as { account?: string }
        if (type === 'stageRevoked' && whom !== undefined && whom === staged.current) add({ what: 'offStage' })
        if (type === 'stageGranted') setNews(all => all.filter(({ what }) => what !== 'offStage'))
        if (type === 'screenShareEnded' && mine.current) add({ what: 'screen', name: '' })
        if (type === 'screenShared' && mine.current) {
          const { account, name } = payload as { account: string; name: string }
          if (account !== mine.current) add({ what: 'screen', name })
        }
      }),
    ]
    return () => {
      for (const end of ends) end()
      for (const timer of timers.current) clearTimeout(timer)
      seeCommitments()
    }
  }, [connection, add])
  const addedMissed = useRef(missed)
  useEffect(() => {
    const count = missed - addedMissed.current
    addedMissed.current = missed
    if (count === 0) return
    if (!sumIsOpen.current) noteCommitments(count)
    add({ what: 'missed', count })
  }, [missed, add])
  useEffect(() => {
    sumIsOpen.current = seesSum
    if (seesSum) seeCommitments()
  }, [seesSum])
  return { news, forget }
}
