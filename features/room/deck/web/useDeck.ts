import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '#contract/call.ts'
import type { DeckPage, deckCalls } from '#features/room/deck/contract.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import { pauseBefore } from '#web/client/pause.ts'
import { isPassing } from '#web/light/useLoad.ts'
import { askDeck } from './askDeck.ts'

export type Deck = Answer<(typeof deckCalls)['sgGetPitchPagesData']>

/** The last answer for each pitch, so that a slide seen before joining is there at once in the room. */
const known = new Map<string, Deck>()

interface LoadedDeck {
  readonly deck: Deck | undefined
  readonly failure: unknown
  readonly reload: () => void
}

/** The room in which the pages are shown; in front of it there is none. */
interface Around {
  readonly connection: Pick<RoomConnection, 'onSignal'>
  readonly link: RoomNow['link']
  /** What it says of its slides, once it is known. */
  readonly room: { readonly pages: number; readonly deck: { readonly number: number } } | undefined
}

/** How long to wait before the pages are asked for once more when they are not those that the room names. */
const ONCE_MORE = 1000
/** The same while pages are still made; half as long again at most, so that not all browsers ask at the same moment. */
const WHILE_MADE = 2000

/**
 * The pages of a pitch's deck, again when the room says that it has another number of them, more of them are ready, or it
 * shows other slides; and now and then until all are made, since a signal may be lost.
 */
export function useDeck(pitch: string, around?: Around): LoadedDeck {
  const { connection, link, room } = around ?? {}
  const [deck, setDeck] = useState(known.get(pitch))
  const [failure, setFailure] = useState<unknown>()
  const turns = useRef({ asked: 0, answered: 0 })
  const take = useCallback(
    (asked: Promise<Deck>) => {
      const turn = ++turns.current.asked
      asked.then(
        answer => {
          // of two that are under way the older one may come last
          if (turn < turns.current.answered) return
          turns.current.answered = turn
          known.set(pitch, answer)
          setDeck(answer)
          setFailure(undefined)
        },
        (failed: unknown) => turn === turns.current.asked && setFailure(failed ?? 'failed'),
      )
    },
    [pitch],
  )
  const reload = useCallback(() => take(askDeck.anew(pitch)), [pitch, take])
  useEffect(() => take(askDeck(pitch)), [pitch, take])
  const attempt = useRef(0)
  const left = link === 'closed'
  useEffect(() => {
    const fails = isPassing(failure)
    const isMade = deck?.status !== 'waiting' && deck?.status !== 'converting'
    if (left || (isMade && !fails)) return
    const pause = fails ? pauseBefore(attempt.current++) : WHILE_MADE * (1 + Math.random() / 2)
    const timer = setTimeout(reload, pause)
    return () => clearTimeout(timer)
  }, [left, deck, failure, reload])
  useEffect(() => connection?.onSignal(({ type }) => type === 'deckProgress' && reload()), [connection, reload])
  const number = room?.deck.number
  const isOther = room !== undefined && deck !== undefined && (deck.total !== room.pages || deck.deck !== number)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for each number, twice at most, whatever the answer is
  useEffect(() => {
    if (!isOther) return
    reload()
    const timer = setTimeout(reload, ONCE_MORE)
    return () => clearTimeout(timer)
  }, [room?.pages, number, isOther, reload])
  return { deck, failure, reload }
}

/** A page of the deck by its number, from 1. */
export const pageOf = (deck: Deck | undefined, page: number): DeckPage | undefined =>
  deck?.pages.find(other => other.page === page)
