import type { Span } from './timeline.ts'

/** Seconds between two segments up to which they play as one. */
export const SMALL_HOLE = 0.5

interface Placed {
  readonly number: number
  readonly startsAt: number
  readonly seconds: number
}

/** The stretches of a line: runs of segments without a hole, by their first and last numbers. */
export function stretchesOf(pieces: readonly Placed[]): (Span & { readonly first: number; readonly last: number })[] {
  const stretches: (Span & { first: number; last: number })[] = []
  for (const { number, startsAt, seconds } of pieces) {
    const last = stretches.at(-1)
    const to = startsAt + seconds
    if (last && startsAt - last.to <= SMALL_HOLE)
      stretches[stretches.length - 1] = { ...last, to: Math.max(last.to, to), last: number }
    else stretches.push({ from: startsAt, to, first: number, last: number })
  }
  return stretches
}

/** The playlist of a stretch, as RFC 8216 has it. */
export function playlistOf(segments: readonly (Placed & { readonly head: number })[]): string {
  // what is missing between two segments counts to the first: the second is played where it was recorded
  const lengths = segments.map(({ startsAt, seconds }, n) => {
    const next = segments[n + 1]
    return next && next.startsAt > startsAt ? next.startsAt - startsAt : seconds
  })
  const longest = lengths.reduce((most, length) => Math.max(most, length), 1)
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ]
  let head: number | undefined
  for (const [n, segment] of segments.entries()) {
    if (segment.head !== head) lines.push(`#EXT-X-MAP:URI="h${segment.head}.mp4"`)
    head = segment.head
    lines.push(`#EXTINF:${lengths[n]?.toFixed(5)},`, `s${segment.number}.m4s`)
  }
  return [...lines, '#EXT-X-ENDLIST', ''].join('\n')
}
