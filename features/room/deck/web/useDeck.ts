import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '#contract/call.ts'
import type { DeckPage, deckCalls } from '#features/room/deck/contract.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import { pauseBefore } from '#web/client/pause.ts'
import { isPassing } from '#web/light/useLoad.ts'
import { askDeck } from './askDeck.ts'

export type Deck = Answer<(typeof deckCalls)['sgGetPitchPagesData']>

/** The last answer for each pitch, so that the room shows a slide known from the door at once. */
const known = new Map<string, Deck>()

interface LoadedDeck {
  readonly deck: Deck | undefined
  readonly failure: unknown
  readonly reload: () => void
}

/** The room in which the pages are shown; there is none at the door. */
interface Around {
  readonly connection: Pick<RoomConnection, 'onSignal'>
  readonly link: RoomNow['link']
  /** The room's own state of its slides, once known. */
  readonly room: { readonly pages: number; readonly deck: { readonly number: number } } | undefined
}

/** Milliseconds before the second request when the pages are not those that the room names. */
const RETRY_AFTER = 1000
/** Milliseconds between requests while pages are being made; up to half as much is added, to spread the browsers' requests. */
const POLL_INTERVAL = 2000

/**
 * The pages of a pitch's deck. Reloads when the room reports another number of pages, more pages that are ready, or other
 * slides; and polls until all pages are ready, since a signal may be lost.
 */
export function useDeck(pitch: string, around?: Around): LoadedDeck {
  const { connection, link, room } = around ?? {}
  const [deck, setDeck] = useState(known.get(pitch))
  const [failure, setFailure] = useState<unknown>()
  const turns = useRef({ requested: 0, answered: 0 })
  const take = useCallback(
    (request: Promise<Deck>) => {
      const turn = ++turns.current.requested
      request.then(
        answer => {
          // of two requests the older one may be answered last
          if (turn < turns.current.answered) return
          turns.current.answered = turn
          known.set(pitch, answer)
          setDeck(answer)
          setFailure(undefined)
        },
        (failed: unknown) => turn === turns.current.requested && setFailure(failed ?? 'failed'),
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
    const pause = fails ? pauseBefore(attempt.current++) : POLL_INTERVAL * (1 + Math.random() / 2)
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
    const timer = setTimeout(reload, RETRY_AFTER)
    return () => clearTimeout(timer)
  }, [room?.pages, number, isOther, reload])
  return { deck, failure, reload }
}

/** A page of the deck by its number, from 1. */
export const pageOf = (deck: Deck | undefined, page: number): DeckPage | undefined =>
  deck?.pages.find(other => other.page === page)
