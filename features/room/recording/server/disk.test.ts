import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notice } from '#features/notify/notice/server/tables.ts'
import { enterWithCamera } from '#testing/camera.ts'
import { liveKit } from '#testing/programs.ts'
import { seedPitch, until } from '#testing/startRooms.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { startVideo } from '#testing/startVideo.ts'
import { CONSENT_WORDS, type RecordingTold } from '../rules.ts'
import { startWatchingDisk, watchDisk } from './disk.ts'
import { startRecordings } from './recordings.ts'
import { recordingStatus } from './status.ts'
import { recording, recordingLine, recordingSegment } from './tables.ts'

const GB = 1e9

/** The same parts on a disk of 100 GB, of which so much is free, in GB. */
function onDisk<F extends Stack['frame']>(frame: F) {
  const disk = { free: 50 }
  const space = async () => ({ free: disk.free * GB, total: 100 * GB })
  return { disk, frame: { ...frame, settings: { ...frame.settings }, storage: { ...frame.storage, space } } }
}

describe('a disk that fills up', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(() => stack.stop())

  const notices = () => stack.db.select().from(notice).where(eq(notice.kind, 'diskFilling'))

  it('is told to the operator once, at 90 percent: by a notice, the log and healthz', async () => {
    const lines: string[] = []
    const log = { ...stack.frame.log, warn: (_about: unknown, line: string) => void lines.push(line) }
    const { disk, frame } = onDisk({ ...stack.frame, log: log as never })
    disk.free = 11
    await watchDisk(frame)
    expect([await recordingStatus(frame), (await notices()).length, lines]).toEqual(['ok', 0, []])
    disk.free = 9.5
    await watchDisk(frame)
    await watchDisk(frame)
    // around the limit it is not told again
    disk.free = 10.5
    await watchDisk(frame)
    disk.free = 9
    await watchDisk(frame)
    expect(await recordingStatus(frame)).toBe('off: 91 % of the disk is in use, recordings stop when it is full')
    expect(lines).toEqual(['the disk is filling up; recordings stop when it is full'])
    expect((await notices()).map(({ accountId }) => accountId)).toEqual([stack.people.superadmin.id])
    expect((await stack.as('superadmin').getNoticeList({})).items[0]).toMatchObject({
      title: 'The server’s disk is 90% full',
      action: '',
    })
    disk.free = 30
    await watchDisk(frame)
    expect(await recordingStatus(frame)).toBe('ok')
  })

  it('is told once by several servers', async () => {
    await stack.db.delete(notice)
    const all = [1, 2, 3].map(() => onDisk(stack.frame))
    for (const { disk } of all) disk.free = 5
    await Promise.all(all.map(({ frame }) => watchDisk(frame)))
    expect(await notices()).toHaveLength(1)
  })

  it('has space for the database and the log when nothing is recorded any more', async () => {
    const { disk, frame } = onDisk(stack.frame)
    disk.free = 0.2
    await watchDisk(frame)
    expect(await recordingStatus(frame)).toBe('off: the disk is full, nothing is recorded')
  })
})

describe.skipIf(!liveKit)('a full disk', () => {
  it('ends the recording and never the pitch, is told to the presenters, and is a gap of the same recording', async () => {
    const stack = await startVideo()
    const told: RecordingTold[] = []
    const { disk, frame } = onDisk(stack.frame)
    const signal = (_pitch: number, _to: unknown, type: string, payload: unknown) =>
      void (type === 'recordingHealth' && told.push(payload as RecordingTold))
    const recordings = startRecordings({ ...frame, rooms: { ...frame.rooms, signal } })
    const stopWatching = startWatchingDisk(frame)
    try {
      const made = await seedPitch(stack, { recording: 'start' })
      const presenter = stack.as('presenter')
      const pitch_uuid = made.uuid
      await presenter.answerRecording({ pitch_uuid, agrees: true, words: CONSENT_WORDS })
      await presenter.startPitch({ uuid: pitch_uuid })
      const enter = async () => {
        const { token, url } = await presenter.getAgoraToken({ pitch_uuid })
        return enterWithCamera(url, token)
      }
      const first = await enter()
      const segments = () =>
        stack.db
          .select({ startsAt: recordingSegment.startsAt })
          .from(recordingSegment)
          .innerJoin(recordingLine, eq(recordingLine.id, recordingSegment.lineId))
          .where(eq(recordingLine.source, 'microphone'))
      await until(async () => (await segments()).length > 1, 40_000)
      expect(told.some(({ isFilling, health }) => isFilling || health === 'full')).toBe(false)
      disk.free = 8
      await until(async () => told.at(-1)?.isFilling && told.at(-1)?.health === 'recording', 15_000)
      disk.free = 0.1
      await until(async () => told.at(-1)?.health === 'full', 15_000)
      const before = await segments()
      await sleep(8000)
      expect(await segments()).toHaveLength(before.length)
      // the pitch goes on: people come, pause and go on
      await presenter.sgFixPause({ pitch_uuid, is_paused: true })
      await presenter.sgFixPause({ pitch_uuid, is_paused: false })
      const camera = await enter()
      disk.free = 50
      await until(async () => (await segments()).length > before.length + 1, 40_000)
      await first.leave()
      await camera.leave()
      await presenter.endPitch({ uuid: pitch_uuid })
      const isReady = async () => (await stack.db.select().from(recording))[0]?.readyAt
      await until(isReady, 15_000)
      const { gaps } = await presenter.getReplay({ uuid: pitch_uuid })
      expect(gaps.some(({ from, to }) => to - from > 5)).toBe(true)
      expect(await stack.db.$count(recording)).toBe(1)
    } finally {
      stopWatching()
      await recordings.stop()
      await stack.stop()
    }
  }, 150_000)
})
