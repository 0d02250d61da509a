import { buffer } from 'node:stream/consumers'
import { headKey, segmentKey } from '#features/room/recording/server/keys.ts'
import { isAac } from '#features/room/recording/server/recorder/mp4.ts'
import { silenced } from '#features/room/recording/server/silence.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { findLine, Piece } from './queries.ts'
import { overlaps, type Watched } from './watchRule.ts'

/** All that is needed of a storage here. */
export type Readable = Pick<Storage, 'read'>
export type FoundLine = NonNullable<Awaited<ReturnType<typeof findLine>>>

async function read(storage: Readable, key: string): Promise<Buffer | undefined> {
  const stored = await storage.read(key)
  return stored && buffer(stored.stream)
}

export const readHead = (storage: Readable, recording: string, line: string, number: number) =>
  read(storage, headKey(recording, line, number))

/** A segment as the caller may hear it: with silence where its sound is muted. */
export async function readSegment(
  storage: Readable,
  { found, muted }: Watched,
  { id, source }: Pick<FoundLine, 'id' | 'source'>,
  { number, head, startsAt, seconds }: Pick<Piece, 'number' | 'head' | 'startsAt' | 'seconds'>,
): Promise<Buffer | undefined> {
  const bytes = await read(storage, segmentKey(found.id, id, number))
  const isSound = source === 'microphone' || source === 'screen_share_audio'
  const spans = isSound ? muted.filter(mute => overlaps(mute, { from: startsAt, to: startsAt + seconds })) : []
  if (!bytes || spans.length === 0) return bytes
  const coding = await readHead(storage, found.id, id, head)
  return silenced(bytes, spans, coding && isAac(coding) ? 'aac' : 'opus')
}
