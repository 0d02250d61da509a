import type { RoomCore } from '#features/room/room/apply.ts'
import type { RoomEvent, RoomPart } from '#features/room/room/parts.ts'
import type { deckEvents } from './events.ts'

/** A file that the room shows, with its pages, including those still being made. */
export interface ShownFile {
  readonly id: string
  readonly pages: number
}

/** Which slides a room shows. Pages are numbered through its files. */
export interface RoomDeck {
  /** Increases with every change to other slides; page numbers belong to the deck of this number. */
  readonly number: number
  /** In their order; null before the first event about them. */
  readonly files: readonly ShownFile[] | null
  /** The ids of the files with which the pitch began. */
  readonly first: readonly string[]
  /** The positions in decks shown before, by `deckKey`. The slides write them. */
  readonly left: Readonly<Record<string, { readonly page: number; readonly furthest: number }>>
}
export const noDeck: RoomDeck = { number: 0, files: null, first: [], left: {} }

/** What a room keeps of its slides. */
export interface DeckSlice {
  readonly pages: number
  readonly deck: RoomDeck
}

type DeckEvents = typeof deckEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends DeckEvents {}
  interface RoomParts {
    deck: DeckSlice
  }
}

const ids = (files: readonly ShownFile[] | null) => (files ?? []).map(({ id }) => id)
/** Identifies a deck by its files in their order. */
export const deckKey = (fileIds: readonly string[]): string => fileIds.join()
const isSame = (a: readonly string[], b: readonly string[]) => deckKey(a) === deckKey(b)

/** Whether the room shows the files with which the pitch began. */
export const showsFirst = ({ files, first }: RoomDeck): boolean => isSame(ids(files), first)

export const deckPart: RoomPart<DeckSlice> = { empty: { pages: 0, deck: noDeck }, apply: applyDeck }

function applyDeck(
  { status, rehearsal, deck }: RoomCore & DeckSlice,
  happened: RoomEvent,
): Partial<DeckSlice> | undefined {
  switch (happened.type) {
    case 'pitchStarted':
      return { deck: { ...deck, files: deck.files ?? [], first: ids(deck.files), left: {} } }
    case 'pitchReopened':
      return { deck: { ...deck, files: deck.files?.length ? deck.files : null, left: {} } }
    case 'deckChanged': {
      const { pages, files = deck.files } = happened.payload
      const isOther = !isSame(ids(files), ids(deck.files))
      // a rehearsal follows changes to the pitch's slides
      const first = status !== 2 || (rehearsal && showsFirst(deck)) ? ids(files) : deck.first
      return { pages, deck: { ...deck, files, first, number: deck.number + (isOther ? 1 : 0) } }
    }
    case 'deckShown': {
      const { files, pages } = happened.payload
      return { pages, deck: { ...deck, files, number: deck.number + 1 } }
    }
  }
}

/** The file and the page within it for a page of the deck, both from 1. No file for a page beyond the last one. */
export function placeOf(
  files: readonly ShownFile[] | null,
  page: number,
): { readonly fileId: string | undefined; readonly page: number } {
  let within = page
  for (const { id, pages } of files ?? []) {
    if (within <= pages) return { fileId: id, page: within }
    within -= pages
  }
  return { fileId: undefined, page }
}
