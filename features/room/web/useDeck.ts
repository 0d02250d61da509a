import { useCallback, useEffect, useState } from 'react'
import type { Answer } from '#contract/call.ts'
import type { DeckPage, deckCalls } from '#features/deck/contract.ts'
import { askDeck } from './asked.ts'

export type Deck = Answer<(typeof deckCalls)['sgGetPitchPagesData']>

/** The last answer for each pitch, so that a slide seen before joining is there at once in the room. */
const known = new Map<string, Deck>()

interface LoadedDeck {
  readonly deck: Deck | undefined
  readonly failure: unknown
  readonly reload: () => void
}

interface Told {
  readonly pages: number
  readonly deck: { readonly number: number }
}

/** The pages of a pitch's deck, again when the room says that it has another number of them, or shows other slides. */
export function useDeck(pitch: string, room?: Told): LoadedDeck {
  const [deck, setDeck] = useState(known.get(pitch))
  const [failure, setFailure] = useState<unknown>()
  const reload = useCallback(() => {
    askDeck(pitch).then(
      answer => {
        known.set(pitch, answer)
        setDeck(answer)
        setFailure(undefined)
      },
      (failed: unknown) => setFailure(failed ?? 'failed'),
    )
  }, [pitch])
  useEffect(reload, [reload])
  const number = room?.deck.number
  const isOther = room !== undefined && deck !== undefined && (deck.total !== room.pages || deck.deck !== number)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once for each number, whatever the answer is
  useEffect(() => {
    if (isOther) reload()
  }, [room?.pages, number, isOther, reload])
  return { deck, failure, reload }
}

/** A page of the deck by its number, from 1. */
export const pageOf = (deck: Deck | undefined, page: number): DeckPage | undefined =>
  deck?.pages.find(other => other.page === page)
