import { useCallback, useEffect, useState } from 'react'
import type { Answer } from '#contract/call.ts'
import type { DeckPage, deckCalls } from '#features/deck/contract.ts'
import { askOnce } from './askOnce.ts'
import { roomClient } from './roomClient.ts'

export type Deck = Answer<(typeof deckCalls)['sgGetPitchPagesData']>

/** The last answer for each pitch, so that a slide seen before joining is there at once in the room. */
const known = new Map<string, Deck>()

/** Asks for the pages. */
export const loadDeck = askOnce(pitch => roomClient(pitch).sgGetPitchPagesData({ pitch_uuid: pitch }))

interface LoadedDeck {
  readonly deck: Deck | undefined
  readonly failure: unknown
  readonly reload: () => void
}

/** The pages of a pitch's deck. `changes` is whatever tells that the deck may have changed. */
export function useDeck(pitch: string, changes: unknown = undefined): LoadedDeck {
  const [deck, setDeck] = useState(known.get(pitch))
  const [failure, setFailure] = useState<unknown>()
  const reload = useCallback(() => {
    loadDeck(pitch).then(
      answer => {
        known.set(pitch, answer)
        setDeck(answer)
        setFailure(undefined)
      },
      (failed: unknown) => setFailure(failed ?? 'failed'),
    )
  }, [pitch])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the deck is what asks for it again
  useEffect(reload, [reload, changes])
  return { deck, failure, reload }
}

/** A page of the deck by its number, from 1. */
export const pageOf = (deck: Deck | undefined, page: number): DeckPage | undefined =>
  deck?.pages.find(other => other.page === page)
