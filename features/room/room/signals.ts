// What a browser may send up the room socket besides `watching`: things of the moment, which may be lost.

/** What people show without a word. */
export const reactions = ['👏', '❤️', '👍', '🎉', '😮', '🤔'] as const
export type Reaction = (typeof reactions)[number]

/** Where the presenter points: a place on a page of the deck, from 0 to 1 over the picture's width and height. */
export interface Pointer {
  readonly page: number
  readonly x: number
  readonly y: number
}

export type UpSignal =
  | { readonly type: 'reaction'; readonly payload: { readonly emoji: Reaction } }
  /** Null: it points no longer. */
  | { readonly type: 'pointer'; readonly payload: Pointer | null }

/** How many of each came within a moment, from everybody together. */
export interface ReactionsShown {
  readonly counts: Readonly<Partial<Record<Reaction, number>>>
}

/** The same with names, for those who run the pitch: the first few of each. */
export interface ReactionsBy {
  readonly names: Readonly<Partial<Record<Reaction, readonly string[]>>>
}

/** Milliseconds over which reactions are gathered, so that a crowd is four messages a second. */
export const GATHER = 250
/** Milliseconds after which a pointer that does not move is gone. */
export const POINTER_STAYS = 2000
/** Milliseconds between two places of a pointer that is moved. */
export const POINTER_PACE = 120
