import type { CSSProperties } from 'react'
import type { DeckPage } from '../contract.ts'
import type { Deck } from './useDeck.ts'

const WIDE = 16 / 9
/** Beyond these a page would leave no room for anything else, and stands between bars. */
const limits = { least: 0.5, most: 2.4 }

/** The shape of a deck, width over height: that of its first page, so that the frame stays when the page turns. */
export function shapeOf(pages: readonly DeckPage[] | undefined): number {
  const first = pages?.find(({ page }) => page === 1)
  return first ? Math.min(limits.most, Math.max(limits.least, first.width / first.height)) : WIDE
}

/** Gives the deck's shape to the styles of all that shows its pages. */
export const shapedAs = (pages: readonly DeckPage[] | undefined): CSSProperties =>
  ({ '--shape': shapeOf(pages) }) as object

/** The pitch has no slides, and none are being made. */
export const isBare = (deck: Deck | undefined): boolean =>
  deck?.total === 0 && (deck.status === 'none' || deck.status === 'ready')
