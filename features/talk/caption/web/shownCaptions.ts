import type { Caption } from '#features/talk/caption/events.ts'

/** Milliseconds for which a caption stays after it came. */
export const STAYS = 8000
/** Milliseconds after which an unfinished caption counts as lost. */
export const GOES_STALE = 4000
const MOST_LINES = 2

/** A caption, and when it arrived by this browser's clock, since the server's may differ. */
export interface Arrived {
  readonly caption: Caption
  readonly at: number
}

const keyOf = ({ speaker, id }: Caption) => `${speaker} ${id}`

/** Stores when each caption came; a correction stays no longer than the original would have. */
export function noteArrivals(known: readonly Arrived[], captions: readonly Caption[], now: number): readonly Arrived[] {
  const before = new Map(known.map(one => [keyOf(one.caption), one]))
  const next = captions.map(caption => {
    const one = before.get(keyOf(caption))
    return one?.caption === caption ? one : { caption, at: one?.at ?? now }
  })
  return next.length === known.length && next.every((one, i) => one === known[i]) ? known : next
}

/** The captions in view: the last final ones, and behind them the unfinished one of each speaker. */
export function shownCaptions(said: readonly Arrived[], goingOn: readonly Arrived[], now: number): readonly Caption[] {
  const ended = new Set(said.map(one => keyOf(one.caption)))
  const lines = [
    ...said.filter(one => now - one.at < STAYS),
    ...goingOn.filter(one => now - one.at < GOES_STALE && !ended.has(keyOf(one.caption))),
  ]
  return lines.slice(-MOST_LINES).map(one => one.caption)
}

/** Milliseconds to wait for a translation before the original shows in its place. */
export const TRANSLATION_PATIENCE = 2500

interface Reader {
  /** The language that the reader reads; undefined: as spoken. */
  readonly reads: Caption['language'] | undefined
  readonly both: boolean
  /** Translations are available. */
  readonly translating: boolean
  readonly isTranslated: (caption: Caption) => boolean
  /** The time at which the current text of a caption was first in view here. */
  readonly since: (caption: Caption) => number
}

/**
 * [PROD-019] Hides captions in other languages until their translation comes or is late, so that no line changes its
 * language under the reader. No caption is lost.
 */
export const readableCaptions = (
  captions: readonly Caption[],
  { reads, both, translating, isTranslated, since }: Reader,
  now: number,
): readonly Caption[] =>
  !reads || both || !translating
    ? captions
    : captions.filter(
        caption =>
          caption.language === reads ||
          isTranslated(caption) ||
          (caption.final && now - since(caption) >= TRANSLATION_PATIENCE),
      )
