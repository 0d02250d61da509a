import type { RoomEvent } from '#features/room/room/events.ts'

/** A file as the room shows it: its pages are those that it has or will have. */
export interface ShownFile {
  readonly id: string
  readonly pages: number
}

/** Which slides a room shows. Page numbers count through its files. */
export interface RoomDeck {
  /** Counts up with every change to other slides: a page number is one of this deck. */
  readonly number: number
  /** In their order; null before anything was said of them. */
  readonly files: readonly ShownFile[] | null
  /** The ids of the files with which the pitch began. */
  readonly first: readonly string[]
  /** Where the room was in decks that it left, by `deckKey`. */
  readonly left: Readonly<Record<string, { readonly page: number; readonly furthest: number }>>
}
export const noDeck: RoomDeck = { number: 0, files: null, first: [], left: {} }

interface Paged {
  readonly status: number
  readonly rehearsal: boolean
  readonly page: number
  readonly pages: number
  readonly furthest: number
  readonly deck: RoomDeck
}

const ids = (files: readonly ShownFile[] | null) => (files ?? []).map(({ id }) => id)
/** What names a deck: its files in their order. */
export const deckKey = (fileIds: readonly string[]): string => fileIds.join()
const isSame = (a: readonly string[], b: readonly string[]) => deckKey(a) === deckKey(b)

/** Whether the room shows what the pitch began with. */
export const showsFirst = ({ files, first }: RoomDeck): boolean => isSame(ids(files), first)

/** The room's slides after an event; the same object when it says nothing of them. */
export function applyDeck<Room extends Paged>(room: Room, happened: RoomEvent): Room {
  const { deck } = room
  switch (happened.type) {
    case 'pitchStarted':
      return { ...room, deck: { ...deck, files: deck.files ?? [], first: ids(deck.files), left: {} } }
    case 'pitchReopened':
      return { ...room, deck: { ...deck, files: deck.files?.length ? deck.files : null, left: {} } }
    case 'deckChanged': {
      const { pages, files = deck.files } = happened.payload
      const other = !isSame(ids(files), ids(deck.files))
      // a rehearsal shows the pitch's slides as they become
      const first = room.status !== 2 || (room.rehearsal && showsFirst(deck)) ? ids(files) : deck.first
      const changed = { ...deck, files, first, number: deck.number + (other ? 1 : 0) }
      const page = other && room.status === 2 ? Math.min(room.page, Math.max(1, pages)) : room.page
      return { ...room, pages, page, deck: changed }
    }
    case 'deckShown': {
      const { files, pages, page, furthest } = happened.payload
      const { page: leftAt, furthest: seen } = room
      const left = { ...deck.left, [deckKey(ids(deck.files))]: { page: leftAt, furthest: seen } }
      const shown = { ...deck, files, left, number: deck.number + 1 }
      return { ...room, pages, page, furthest, action: 'right', index: 0, deck: shown }
    }
    default:
      return room
  }
}

/** A page of the deck as a page of one of its files, both from 1. Without files, or beyond them, there is none. */
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
