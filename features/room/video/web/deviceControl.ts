import type { Source } from './capture.ts'
import type { Video } from './useVideo.ts'

/** Why nothing of a device goes out although its person wants it to; `elsewhere`: another window of theirs sends it. */
export function silenceOf({ now, choice }: Pick<Video, 'now' | 'choice'>, source: Source) {
  if (now.state === 'elsewhere') return now.state
  return choice[source] ? now.problems[source] : undefined
}

/** What a press, or its key, does: turns it on or off, or tries once more what could not be sent. */
export function pressDevice(video: Pick<Video, 'now' | 'choice' | 'choose' | 'retry'>, source: Source): void {
  const silence = silenceOf(video, source)
  // from here it would not be what people hear
  if (silence === 'elsewhere') return
  if (silence) video.retry()
  else video.choose({ [source]: !video.choice[source] })
}
