import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { headKey, segmentKey } from '#features/room/recording/server/keys.ts'
import { lineOf, storePiece } from '#features/room/recording/server/queries.ts'
import { recording, recordingGap } from '#features/room/recording/server/tables.ts'
import type { PersonName } from './people.ts'
import { type RoomStack, seedPitch } from './startRooms.ts'

/** A pitch that is over, with twelve recorded seconds of its presenter, of twenty. */
export async function recordedPitch(stack: RoomStack, more: Parameters<typeof seedPitch>[1] = {}) {
  const { db, frame, people } = stack
  const made = await seedPitch(stack, { recording: 'start', coHosts: [people.coHost.email], ...more })
  const presenter = stack.as('presenter')
  await presenter.startPitch({ uuid: made.uuid })
  const [row] = await db.select().from(recording).where(eq(recording.pitchId, made.id))
  const { id, startedAt } = row ?? expect.fail('no recording')
  const { id: line } = await lineOf(db, id, people.presenter.id, 'camera')
  const bytes = Buffer.from('0123456789')
  await frame.storage.put(headKey(id, line, 0), bytes)
  await storePiece(db, { type: 'head', line, number: 0, codecs: 'avc1.42e01f', bytes })
  for (const number of [0, 1, 2]) {
    await frame.storage.put(segmentKey(id, line, number), bytes)
    await storePiece(db, { type: 'segment', line, number, head: 0, start: number * 4, duration: 4, bytes })
  }
  await db.insert(recordingGap).values({ recordingId: id, startsAt: 12, endsAt: 20 })
  await presenter.endPitch({ uuid: made.uuid })
  const endedAt = new Date(startedAt.getTime() + 20_000)
  await db.update(recording).set({ endedAt, readyAt: endedAt }).where(eq(recording.id, id))
  await db.transaction(tx => changePitchState(tx, made, 'finish'))
  const folder = `/recordings/${id}/${line}`
  const get = async (file: string, who: PersonName | { token: string } | null = 'presenter', headers = {}) => {
    const token = typeof who === 'string' ? people[who].token : who?.token
    const authorization = token ? { authorization: `Bearer ${token}` } : {}
    return stack.app.inject({ url: `${folder}/${file}`, headers: { ...authorization, ...headers } })
  }
  return { ...made, made, id, line, get, presenter, startedAt, storage: frame.storage }
}
