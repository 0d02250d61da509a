import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { headKey, segmentKey } from '#features/room/recording/server/keys.ts'
import { lineOf, storePiece } from '#features/room/recording/server/queries.ts'
import { recording } from '#features/room/recording/server/tables.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { type RoomStack, seedPitch, startRooms } from '#testing/startRooms.ts'
import { purgeLines } from './jobs.ts'
import { silenceJobs, silencesTold, skippable } from './silences.ts'
import { recordingSilence } from './tables.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

/** A tone from `from` to `to` of so many seconds, and nothing before and after it. */
function tone(from: number, to: number, seconds: number): Buffer {
  const file = join(mkdtempSync(join(tmpdir(), 'silence-')), 'sound.mp4')
  const source = `sine=frequency=440:sample_rate=48000,volume='if(between(t,${from},${to}),1,0)':eval=frame`
  const form = ['-c:a', 'libopus', '-movflags', 'empty_moov+default_base_moof', '-f', 'mp4', file]
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-t', String(seconds), '-i', source, ...form])
  return readFileSync(file)
}

/** A recording of twenty seconds in which these people are heard, each by a tone at their time. */
async function heard(tones: Partial<Record<'presenter' | 'coHost', readonly [number, number]>>) {
  const made = await recordedPitch(stack)
  for (const [name, [from, to]] of Object.entries(tones)) {
    const { id: line } = await lineOf(stack.db, made.id, stack.people[name as 'presenter'].id, 'microphone')
    const bytes = tone(from, to, 20)
    const moof = bytes.indexOf('moof', 0, 'latin1') - 4
    const [head, segment] = [bytes.subarray(0, moof), bytes.subarray(moof)]
    await stack.frame.storage.put(headKey(made.id, line, 0), head)
    await storePiece(stack.db, { type: 'head', line, number: 0, codecs: 'opus', bytes: head })
    await stack.frame.storage.put(segmentKey(made.id, line, 0), segment)
    await storePiece(stack.db, { type: 'segment', line, number: 0, head: 0, start: 0, duration: 20, bytes: segment })
  }
  const find = () => silenceJobs.findSilences({}, stack.frame, { attempt: 1, lastAttempt: false, signal: undefined })
  const told = async () =>
    (await made.presenter.getReplay({ uuid: made.uuid })).silences.map(({ from, to }) => [
      Math.floor(from),
      Math.floor(to),
    ])
  return { ...made, find, told }
}

describe('the silences of a recording', () => {
  it('are when no one is heard for some seconds, and are told to whoever watches, on their clock', async () => {
    const { uuid, id, presenter, find, told } = await heard({ presenter: [0, 5], coHost: [12, 14] })
    expect(await told()).toEqual([])
    await find()
    // half a second stays at each end
    expect(await told()).toEqual([
      [5, 11],
      [14, 19],
    ])
    await presenter.answerRecording({ pitch_uuid: uuid, agrees: true, words: CONSENT_WORDS })
    await stack.as('pitchadmin').releaseRecordingPart({ uuid, id, from: 8, to: 16 })
    await stack.as('pitchadmin').approveRecording({ uuid })
    expect(await told()).toHaveLength(2)
  }, 120_000)

  it('are looked for again without a person who is removed for good', async () => {
    const { id, find, told } = await heard({ presenter: [0, 5], coHost: [9, 12] })
    await find()
    const first = await told()
    await stack.db.transaction(db => purgeLines(db, stack.people.coHost.id))
    expect(await told()).toEqual([])
    await find()
    expect(await told()).not.toEqual(first)
    expect(await stack.db.select().from(recordingSilence).where(eq(recordingSilence.recordingId, id))).toHaveLength(1)
  }, 120_000)

  it('are none where no one sent sound, nor where it cannot be read, and are not looked for again', async () => {
    const { id, find, told } = await heard({})
    await find()
    expect(await told()).toEqual([])
    expect(await stack.db.select().from(recordingSilence).where(eq(recordingSilence.recordingId, id))).toHaveLength(1)
  }, 120_000)

  it('are not looked for while a pitch is live, nor before a recording is whole', async () => {
    const { id, find } = await heard({ presenter: [0, 5] })
    const live = await seedPitch(stack)
    await stack.as('presenter').startPitch({ uuid: live.uuid })
    const found = () => stack.db.select().from(recordingSilence).where(eq(recordingSilence.recordingId, id))
    await find()
    expect(await found()).toHaveLength(0)
    await stack.as('presenter').endPitch({ uuid: live.uuid })
    await stack.db.update(recording).set({ readyAt: null }).where(eq(recording.id, id))
    await find()
    expect(await found()).toHaveLength(0)
  }, 120_000)
})

it('reads what silencedetect tells, also where its beginning is cut off or the sound ends in silence', () => {
  const lines = [
    '[x] silence_end: 2 | silence_duration: 2',
    '[x] silence_start: -0.01',
    'size=N/A',
    '[x] silence_end: 4.5 | …',
  ]
  expect(silencesTold([...lines, '[x] silence_start: 50'], 60)).toEqual([
    { from: 0, to: 4.5 },
    { from: 50, to: 60 },
  ])
  expect(
    skippable([
      { from: 0, to: 3 },
      { from: 50, to: 60 },
      { from: 60, to: 61 },
      { from: 70, to: 73 },
    ]),
  ).toEqual([{ from: 50.5, to: 60.5 }])
})
