/** A segment that Egress has finished. */
export interface EgressSegment {
  readonly name: string
  /** When it began by the clock of Egress, in milliseconds since 1970; undefined where the playlist does not say it. */
  readonly began: number | undefined
  readonly seconds: number
  /** Seconds from the beginning of the first segment. */
  readonly at: number
}

/** A name of a file in the playlist's own folder, and nothing else. */
const plainName = /^[A-Za-z0-9][\w.-]{0,199}\.ts$/

/** The segments of a playlist (RFC 8216) that may still be growing: its last line counts once it is whole. */
export function segmentsIn(playlist: string): EgressSegment[] {
  const segments: EgressSegment[] = []
  let [began, seconds, at] = [undefined as number | undefined, 0, 0]
  for (const line of playlist.slice(0, playlist.lastIndexOf('\n') + 1).split('\n')) {
    const [, time] = /^#EXT-X-PROGRAM-DATE-TIME:(\S{10,40})\s*$/.exec(line) ?? []
    const [, duration] = /^#EXTINF:(\d{1,6}(?:\.\d{1,9})?)/.exec(line) ?? []
    if (time) began = Number.isNaN(Date.parse(time)) ? undefined : Date.parse(time)
    else if (duration) seconds = Number(duration)
    else if (plainName.test(line.trim())) {
      segments.push({ name: line.trim(), began, seconds, at })
      at += seconds
      began = undefined
    }
  }
  return segments
}
