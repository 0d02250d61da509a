import { randomUUID } from 'node:crypto'
import { livePitches } from '#features/core/part/server/liveQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { recordingPart } from '#features/room/recording/apply.ts'
import { pitchesToTranscribe } from '#features/room/recording/server/queries.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { every } from '#server/every.ts'
import type { Frame } from '#server/frame.ts'
import { type Ears, openEars } from './ears.ts'
import { Hearing } from './hearing.ts'
import { claimHearing, isHeardNow, pitchesToHear, releaseAllHearings, releaseHearing } from './queries.ts'
import { hearingMissing, speechStatus } from './status.ts'

/** Milliseconds between checks of which pitches need recognition. */
const CHECK_EVERY = 1000

interface Claimed {
  readonly hearing: Hearing
  /** The state that the room was signalled last. */
  signalled: boolean | undefined
}

/**
 * Recognises speech in every live pitch in which a person reads captions, that keeps all of them, or that is recorded with
 * a transcript, each pitch on one server. Without a provider nothing is queried or loaded.
 */
export function startHearings(frame: Frame, ears: Ears = openEars(frame.log)): { stop(): Promise<void> } {
  if (!frame.settings.speech || hearingMissing()) return { stop: async () => {} }
  const serverId = randomUUID()
  const claimed = new Map<number, Claimed>()

  const release = async (pitchId: number) => {
    claimed.get(pitchId)?.hearing.stop()
    claimed.delete(pitchId)
    await releaseHearing(frame.db, pitchId, serverId)
  }
  const renew = async ({ pitch, forRecording }: Wanted) => {
    const one = claimed.get(pitch.id) ?? { hearing: new Hearing(frame, ears, pitch), signalled: undefined }
    const isHeard = one.hearing.isHeard()
    if (!(await claimHearing(frame.db, { pitchId: pitch.id, serverId, isHeard }))) {
      // this server stalled for too long, and another one has taken over
      one.hearing.stop()
      claimed.delete(pitch.id)
      return
    }
    claimed.set(pitch.id, one)
    if (isHeard !== one.signalled)
      frame.rooms.signal(pitch.id, 'everybody', 'captionSpeech', { speech: isHeard ? 'server' : 'down' })
    one.signalled = isHeard
    await one.hearing.tick(forRecording)
  }
  let first = true
  const check = async () => {
    // a single server need not wait for what it claimed before a crash
    if (first && !frame.settings.redisUrl) await releaseAllHearings(frame.db)
    first = false
    const wanted = await pitchesNow(frame.db)
    for (const pitchId of claimed.keys()) if (!wanted.has(pitchId)) await release(pitchId)
    await Promise.all([...wanted.values()].map(renew))
  }
  const stop = every(CHECK_EVERY, check, error => frame.log.warn({ err: error }, 'the stage is looked at later'))
  return {
    stop: async () => {
      stop()
      const ids = [...claimed.keys()]
      for (const { hearing } of claimed.values()) hearing.stop()
      ears.stop()
      await Promise.all(ids.map(release)).catch(() => {})
    },
  }
}

interface Wanted {
  readonly pitch: PitchRow
  /** Nobody asks for captions: the transcript of the recording is the only reason. */
  readonly forRecording: boolean
}

/** The pitches that need recognition now: live, not paused, and with a reader of captions, or recorded with a transcript. */
async function pitchesNow(db: Database): Promise<ReadonlyMap<number, Wanted>> {
  const asked = new Set(await pitchesToHear(db))
  const live = await livePitches(db, [...new Set([...asked, ...(await pitchesToTranscribe(db))])])
  const wanted = live.map(pitch => ({ pitch, forRecording: !asked.has(pitch.id) }))
  const states = await Promise.all(live.map(pitch => roomStateOf(db, pitch.id, recordingPart)))
  const going = wanted.filter(({ forRecording }, i) => {
    const room = states[i]
    // a recording that was stopped stays open until the pitch ends
    return room?.status === 2 && !room.paused && (!forRecording || room.recorded)
  })
  return new Map(going.map(one => [one.pitch.id, one]))
}

/**
 * Where speech in a pitch is recognized: by this console (`server`), in the speakers' browsers if it has no provider
 * (`browser`), or not at the moment (`down`).
 */
export async function speechOf(
  frame: Pick<Frame, 'settings' | 'log'>,
  db: Database | Transaction,
  pitchId: number,
): Promise<'browser' | 'server' | 'down'> {
  if (!frame.settings.speech || hearingMissing()) return 'browser'
  const heard = (await isHeardNow(db, pitchId)) ?? speechStatus(frame) === 'ok'
  return heard ? 'server' : 'down'
}
