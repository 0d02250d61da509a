/** A segment, and the head that it needs; in seconds since its stretch began. */
export interface Segment {
  readonly head: string
  readonly src: string
  readonly from: number
  readonly to: number
}

/** The segments of a playlist as `playlist.ts` writes them. */
export function segmentsIn(playlist: string, address: string): Segment[] {
  const folder = address.slice(0, address.lastIndexOf('/') + 1)
  const segments: Segment[] = []
  let [head, from, to] = ['', 0, 0]
  for (const line of playlist.split('\n')) {
    const [, map] = /^#EXT-X-MAP:URI="([^"]+)"/.exec(line) ?? []
    const [, seconds] = /^#EXTINF:([\d.]+)/.exec(line) ?? []
    if (map) head = folder + map
    else if (seconds) [from, to] = [to, to + Number(seconds)]
    else if (line && !line.startsWith('#')) segments.push({ head, src: folder + line, from, to })
  }
  return segments
}

/** The segment that is played at a moment of a stretch, or first after it. */
export const segmentAt = (segments: readonly Segment[], at: number): Segment | undefined =>
  segments.find(({ to }) => to > at)

/** Seconds before its time at which a stretch is needed already. */
const SOON = 1

/** What of an answer is looked at. */
export interface Needing {
  readonly begins_at: number
  readonly stretches: readonly { readonly src: string; readonly from: number; readonly to: number }[]
}

/** The stretches that are needed at a moment of a recording, or at the begin of what is to be watched, and the moment in each. */
export function neededAt({ stretches, begins_at }: Needing, moment = begins_at): { src: string; at: number }[] {
  const now = Math.max(0, moment - begins_at)
  return stretches
    .filter(({ from, to }) => now >= from - SOON && now < to)
    .map(({ src, from }) => ({ src, at: Math.max(0, now - from) }))
}
