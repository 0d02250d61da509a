// The signals that a browser may send over the room socket besides `watching`. They may be lost.

export const reactions = ['👏', '❤️', '👍', '🎉', '😮', '🤔'] as const
export type Reaction = (typeof reactions)[number]

/** The presenter's pointer on a page of the deck, from 0 to 1 over the picture's width and height. */
export interface Pointer {
  readonly page: number
  readonly x: number
  readonly y: number
}

export type UpSignal =
  | { readonly type: 'reaction'; readonly payload: { readonly emoji: Reaction } }
  /** Null ends the pointing. */
  | { readonly type: 'pointer'; readonly payload: Pointer | null }

/** The number of each reaction of all people within `GATHER` milliseconds. */
export interface ReactionsShown {
  readonly counts: Readonly<Partial<Record<Reaction, number>>>
}

/** The first few names for each reaction, for managers. */
export interface ReactionsBy {
  readonly names: Readonly<Partial<Record<Reaction, readonly string[]>>>
}

/** Milliseconds over which reactions are gathered, so that a crowd makes four messages a second. */
export const GATHER = 250
/** Milliseconds after which a still pointer disappears. */
export const POINTER_STAYS = 2000
/** Milliseconds between two positions of a moving pointer. */
export const POINTER_PACE = 120
