import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { headKey, segmentKey } from '#features/room/recording/server/keys.ts'
import { lineOf, storePiece } from '#features/room/recording/server/queries.ts'
import { recording, recordingLine } from '#features/room/recording/server/tables.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { type RoomStack, seedPitch, startRooms } from '#testing/startRooms.ts'
import { replayFeature } from './feature.ts'
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
  const find = (read = stack.frame.storage.read) => {
    const frame = { ...stack.frame, storage: { ...stack.frame.storage, read } }
    return silenceJobs.findSilences({}, frame, { attempt: 1, lastAttempt: false, signal: undefined })
  }
  const row = async () =>
    (await stack.db.select().from(recordingSilence).where(eq(recordingSilence.recordingId, made.id)))[0]
  const pauseIsOver = () =>
    stack.db
      .update(recordingSilence)
      .set({ againAt: new Date(0) })
      .where(eq(recordingSilence.recordingId, made.id))
  const told = async () =>
    (await made.presenter.getReplay({ uuid: made.uuid })).silences.map(({ from, to }) => [
      Math.floor(from),
      Math.floor(to),
    ])
  return { ...made, find, told, row, pauseIsOver }
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
    const quiet = await heard({})
    await quiet.find()
    const broken = await heard({ presenter: [0, 5] })
    const [line] = await stack.db
      .select({ id: recordingLine.id })
      .from(recordingLine)
      .where(and(eq(recordingLine.recordingId, broken.id), eq(recordingLine.source, 'microphone')))
    await stack.frame.storage.put(headKey(broken.id, line?.id ?? '', 0), Buffer.from('no mp4'))
    await broken.find()
    for (const { told, row } of [quiet, broken]) {
      expect(await told()).toEqual([])
      expect(await row()).toMatchObject({ failures: 0, againAt: null })
    }
  }, 120_000)

  it('are looked for again after a growing pause where the storage is out of reach, from where they were found', async () => {
    const { id, find, told, row, pauseIsOver, startedAt } = await heard({ presenter: [0, 5] })
    const { storage } = stack.frame
    const [line] = await stack.db
      .select({ id: recordingLine.id })
      .from(recordingLine)
      .where(and(eq(recordingLine.recordingId, id), eq(recordingLine.source, 'microphone')))
    const bytes = tone(0, 5, 20)
    const segment = bytes.subarray(bytes.indexOf('moof', 0, 'latin1') - 4)
    const second = segmentKey(id, line?.id ?? '', 1)
    await storage.put(second, segment)
    await storePiece(stack.db, {
      ...{ type: 'segment', line: line?.id ?? '', number: 1, head: 0, start: 65, duration: 20, bytes: segment },
    })
    const endedAt = new Date(startedAt.getTime() + 85_000)
    await stack.db.update(recording).set({ endedAt }).where(eq(recording.id, id))
    const pause = async () => ((await row())?.againAt?.getTime() ?? 0) - Date.now()
    await find(async (...of) => {
      if (of[0] === second) throw new Error('the storage is away')
      return storage.read(...of)
    })
    expect(await told()).toEqual([])
    expect(await row()).toMatchObject({ failures: 1 })
    const first = await pause()
    expect(first).toBeGreaterThan(60_000)
    // not before its pause is over, and longer when it fails again: a file that is missing is no silence
    await find()
    expect(await row()).toMatchObject({ failures: 1 })
    await pauseIsOver()
    await find(async (...of) => (of[0] === second ? undefined : storage.read(...of)))
    expect(await row()).toMatchObject({ failures: 2 })
    expect(await pause()).toBeGreaterThan(2 * first)
    await pauseIsOver()
    const asked: string[] = []
    await find(async (...of) => {
      asked.push(of[0])
      return storage.read(...of)
    })
    expect(asked).not.toContain(segmentKey(id, line?.id ?? '', 0))
    expect(await row()).toMatchObject({ againAt: null, spans: [{}, {}] })
    expect(await told()).toEqual([
      [5, 64],
      [70, 84],
    ])
  }, 120_000)

  it('are not those of a voice that was removed for good while they were looked for', async () => {
    const { find, told, row } = await heard({ presenter: [0, 5], coHost: [9, 12] })
    const { storage } = stack.frame
    let isGone = false
    await find(async (...of) => {
      const stored = await storage.read(...of)
      if (!isGone) await stack.db.transaction(db => purgeLines(db, stack.people.coHost.id))
      isGone = true
      return stored
    })
    expect(await row()).toBeUndefined()
    await find()
    expect(await told()).toEqual([[5, 19]])
  }, 120_000)

  it('are looked for in one recording a run, and hold up no film', async () => {
    const older = await heard({})
    const newer = await heard({})
    await newer.find()
    expect([await older.row(), await newer.row()]).toEqual([undefined, expect.anything()])
    await newer.find()
    expect(await older.row()).toBeDefined()
    expect(replayFeature.crontab.find(line => line.includes('findSilences'))).not.toContain('queue=films')
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
