import type { Caption } from '#features/talk/caption/events.ts'

/** Milliseconds for which a caption stays after it came. */
export const STAYS = 8000
/** Milliseconds after which what was still being said is taken for lost. */
export const GOES_STALE = 4000
const MOST_LINES = 2

/** What came, and when it came here: the clock of the server says nothing about this one. */
export interface Arrived {
  readonly caption: Caption
  readonly at: number
}

const keyOf = ({ speaker, id }: Caption) => `${speaker} ${id}`

/** Notes when each caption came; a correction stays as long as what it corrects would have. */
export function noteArrivals(known: readonly Arrived[], captions: readonly Caption[], now: number): readonly Arrived[] {
  const before = new Map(known.map(one => [keyOf(one.caption), one]))
  const next = captions.map(caption => {
    const one = before.get(keyOf(caption))
    return one?.caption === caption ? one : { caption, at: one?.at ?? now }
  })
  return next.length === known.length && next.every((one, i) => one === known[i]) ? known : next
}

/** The captions that are in view: the last ones said, and behind them what each speaker is saying. */
export function shownCaptions(said: readonly Arrived[], goingOn: readonly Arrived[], now: number): readonly Caption[] {
  const ended = new Set(said.map(one => keyOf(one.caption)))
  const lines = [
    ...said.filter(one => now - one.at < STAYS),
    ...goingOn.filter(one => now - one.at < GOES_STALE && !ended.has(keyOf(one.caption))),
  ]
  return lines.slice(-MOST_LINES).map(one => one.caption)
}

/** Milliseconds for which a translation is waited for before the original shows in its place. */
export const TRANSLATION_PATIENCE = 2500

interface Reader {
  /** The language that one reads; none: as spoken. */
  readonly reads: Caption['language'] | undefined
  readonly both: boolean
  /** Translations come. */
  readonly translating: boolean
  readonly isTranslated: (caption: Caption) => boolean
  /** When a caption, as it stands now, was first in view here. */
  readonly since: (caption: Caption) => number
}

/**
 * [PROD-019] Without what one does not read: while translations come, words of another language are not shown until
 * they are late, so that no line changes its language under the reader. Nothing is lost by it.
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
