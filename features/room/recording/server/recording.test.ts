import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { enterWithCamera } from '#testing/camera.ts'
import { liveKit } from '#testing/programs.ts'
import { startS3Server } from '#testing/s3Server.ts'
import { seedPitch, until } from '#testing/startRooms.ts'
import { startVideo, type VideoStack } from '#testing/startVideo.ts'
import { CONSENT_WORDS } from '../rules.ts'
import { type OpenRecorder, openRecorderWith } from './recorder/recorder.ts'
import { type Recordings, startRecordings } from './recordings.ts'
import { recording, recordingLine, recordingSegment } from './tables.ts'

const words = CONSENT_WORDS

describe.skipIf(!liveKit)('a recording, with a real LiveKit', () => {
  let stack: VideoStack
  let recordings: Recordings | undefined
  const leaving: (() => Promise<void>)[] = []
  beforeAll(async () => {
    stack = await startVideo()
  })
  afterEach(async () => {
    for (const leave of leaving.splice(0)) await leave()
    await recordings?.stop()
    recordings = undefined
  })
  afterAll(() => stack.stop())

  async function live(on: VideoStack = stack, open?: OpenRecorder) {
    const made = await seedPitch(on, { recording: 'start' })
    const presenter = on.as('presenter')
    const pitch_uuid = made.uuid
    recordings = startRecordings(on.frame, open)
    await presenter.answerRecording({ pitch_uuid, agrees: true, words })
    await presenter.startPitch({ uuid: pitch_uuid })
    const enter = async () => {
      const { token, url } = await presenter.getAgoraToken({ pitch_uuid })
      const one = await enterWithCamera(url, token)
      leaving.push(one.leave)
    }
    const row = async () => {
      const [found] = await on.db.select().from(recording).where(eq(recording.pitchId, made.id))
      return found
    }
    const segments = async () =>
      on.db
        .select({ source: recordingLine.source, account: recordingLine.accountId, segment: recordingSegment })
        .from(recordingSegment)
        .innerJoin(recordingLine, eq(recordingLine.id, recordingSegment.lineId))
        .innerJoin(recording, eq(recording.id, recordingLine.recordingId))
        .where(eq(recording.pitchId, made.id))
        .orderBy(recordingLine.source, recordingSegment.startsAt)
    return { id: made.id, pitch_uuid, presenter, enter, row, segments }
  }

  const ofPresenter = (source: string) => (row: { source: string }) => row.source === source
  /** The end of the last segment of a kind, in seconds since the recording began. */
  const lastOf = async ({ segments }: Awaited<ReturnType<typeof live>>, source: string) => {
    const last = (await segments()).filter(ofPresenter(source)).at(-1)?.segment
    return last ? last.startsAt + last.seconds : 0
  }
  const goesOn = async (one: Awaited<ReturnType<typeof live>>, beyond: number, milliseconds = 20_000) =>
    until(
      async () => (await lastOf(one, 'camera')) > beyond && (await lastOf(one, 'microphone')) > beyond,
      milliseconds,
    )

  it('[PROD-024, STATE-041] has all that was sent, and can be watched within ten seconds after the end', async () => {
    const one = await live()
    const { presenter, pitch_uuid, enter, row } = one
    await enter()
    await goesOn(one, 6)
    const began = performance.now()
    await presenter.endPitch({ uuid: pitch_uuid })
    await until(async () => (await row())?.readyAt, 10_000)
    const replay = await presenter.getReplay({ uuid: pitch_uuid })
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(replay.state).toBe('pending')
    expect(replay.stretches.map(({ source }) => source).toSorted()).toEqual(['camera', 'microphone'])
    for (const { from, to, name } of replay.stretches) {
      expect(name).toBe('Paul Presenter')
      // a busy machine takes its time to begin
      expect(from).toBeLessThan(10)
      // to the last moment, besides what LiveKit needs to notice the end
      expect(replay.seconds - to).toBeLessThan(2)
    }
    const answer = (url: string, headers = {}) =>
      stack.app.inject({ url, headers: { authorization: `Bearer ${stack.people.presenter.token}`, ...headers } })
    for (const { src } of replay.stretches) {
      const { body } = await answer(src)
      const files = body
        .split('\n')
        .flatMap(text => /^#EXT-X-MAP:URI="(.*)"$/.exec(text)?.[1] ?? (/^s/.test(text) ? text : []))
      expect(files.length).toBeGreaterThanOrEqual(3)
      for (const file of files) {
        const { statusCode, headers, rawPayload } = await answer(src.replace(/[^/]+$/, file))
        expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
          200,
          'video/mp4',
          'private, no-store',
        ])
        // a box begins with its length and its name
        expect(rawPayload.subarray(4, 8).toString()).toBe(file.startsWith('h') ? 'ftyp' : 'moof')
        const part = await answer(src.replace(/[^/]+$/, file), { range: 'bytes=4-7' })
        expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
          206,
          rawPayload.subarray(4, 8).toString(),
          `bytes 4-7/${rawPayload.length}`,
        ])
      }
    }
  })

  it('is on the clock of the room, however long its process takes to start', {
    retry: 2,
    timeout: 90_000,
  }, async () => {
    const late = `data:text/javascript,await new Promise(begin => setTimeout(begin, 3000))`
    const one = await live(stack, (...on) => openRecorderWith(['--import', late], ...on))
    await one.enter()
    await goesOn(one, 4, 40_000)
    for (const leave of leaving.splice(0)) await leave()
    const { startedAt = new Date(Number.NaN) } = (await one.row()) ?? {}
    const left = (Date.now() - startedAt.getTime()) / 1000
    await one.presenter.endPitch({ uuid: one.pitch_uuid })
    await until(async () => (await one.row())?.readyAt, 15_000)
    expect(Math.abs((await lastOf(one, 'camera')) - left)).toBeLessThan(1.5)
  })

  it('is kept in an S3 store as well, and can be watched from there', async () => {
    const s3 = await startS3Server('media')
    const on = await startVideo({
      ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' },
    })
    try {
      const one = await live(on)
      await one.enter()
      await goesOn(one, 5, 40_000)
      await one.presenter.endPitch({ uuid: one.pitch_uuid })
      await until(async () => (await one.row())?.readyAt, 15_000)
      const { stretches } = await one.presenter.getReplay({ uuid: one.pitch_uuid })
      expect(stretches.map(({ source }) => source).toSorted()).toEqual(['camera', 'microphone'])
      const headers = { authorization: `Bearer ${on.people.presenter.token}` }
      for (const { src } of stretches) {
        const list = (await on.app.inject({ url: src, headers })).body
        for (const file of list.match(/[hs]\d+\.m(?:p4|4s)/g) ?? expect.fail('no segments')) {
          const url = src.replace(/[^/]+$/, file)
          expect((await on.app.inject({ url, headers })).rawPayload).toEqual(s3.objects.get(url.slice(1))?.bytes)
        }
      }
    } finally {
      for (const leave of leaving.splice(0)) await leave()
      await recordings?.stop()
      recordings = undefined
      await on.stop()
      await s3.stop()
    }
  }, 120_000)

  it('has nothing of a person from when they withdraw their consent, and nothing of a pause', async () => {
    const one = await live()
    const { presenter, pitch_uuid, enter, segments } = one
    await enter()
    await goesOn(one, 3)
    await presenter.sgFixPause({ pitch_uuid, is_paused: true })
    await sleep(1500)
    const paused = await lastOf(one, 'microphone')
    await sleep(4000)
    expect(await lastOf(one, 'microphone')).toBe(paused)
    await presenter.sgFixPause({ pitch_uuid, is_paused: false })
    await enter()
    await goesOn(one, paused + 4)
    const replay = await presenter.getReplay({ uuid: pitch_uuid })
    const told = JSON.stringify({ paused, off: replay.off, gaps: replay.gaps })
    expect(
      replay.off.some(({ from, to }) => to - from > 4 && Math.abs(from - paused) < 4),
      told,
    ).toBe(true)
    // the recorder may take some seconds to begin
    expect(replay.gaps.filter(({ from }) => from > 0)).toEqual([])
    await presenter.answerRecording({ pitch_uuid, agrees: false, words })
    await sleep(2500)
    const before = (await segments()).length
    await sleep(5000)
    expect((await segments()).length).toBe(before)
  }, 60_000)

  it('goes on in the same recording when the recorder dies or another server takes over, and says where it has a gap', async () => {
    const one = await live()
    const { pitch_uuid, presenter, enter, row } = one
    await enter()
    await goesOn(one, 3)
    const { id = '' } = (await row()) ?? {}
    process.kill(recordings?.pid(id) ?? 0, 'SIGKILL')
    const killed = await lastOf(one, 'camera')
    await goesOn(one, killed + 3)
    // another server takes it over
    await recordings?.stop()
    const stopped = await lastOf(one, 'camera')
    await sleep(4000)
    recordings = startRecordings(stack.frame)
    await goesOn(one, stopped + 6)
    await presenter.endPitch({ uuid: pitch_uuid })
    await until(async () => (await row())?.readyAt)
    const { gaps, id: replayed, stretches } = await presenter.getReplay({ uuid: pitch_uuid })
    expect(replayed).toBe(id)
    const taken = gaps.find(({ from, to }) => from >= stopped - 2 && to - from > 3)
    expect(taken, JSON.stringify(gaps)).toBeDefined()
    // one line for each kind, in parts
    expect(new Set(stretches.map(({ src }) => src.split('/')[3])).size).toBe(2)
  }, 90_000)

  it('goes on in the same recording when LiveKit dies, and says where it has a gap', {
    timeout: 90_000,
    retry: 2,
  }, async () => {
    const one = await live()
    const { pitch_uuid, presenter, enter, row } = one
    await enter()
    await goesOn(one, 3)
    const { id } = (await row()) ?? {}
    const file = join(stack.frame.settings.dataDir, 'livekit.pid')
    const pidOf = async () => (JSON.parse(await readFile(file, 'utf8')) as { pid: number }).pid
    const pid = await pidOf()
    process.kill(pid, 'SIGKILL')
    // its status may be back before a look at it finds it away
    await until(
      () =>
        pidOf().then(
          now => now !== pid && stack.media.status() === 'ok',
          () => false,
        ),
      30_000,
    )
    // what was sent until then is there
    const killed = await lastOf(one, 'camera')
    expect(killed).toBeGreaterThan(3)
    // it may have a new process before it lets anybody in
    const hasEntered = () =>
      enter().then(
        () => true,
        () => false,
      )
    await until(hasEntered, 30_000)
    await goesOn(one, killed + 4, 30_000)
    await presenter.endPitch({ uuid: pitch_uuid })
    await until(async () => (await row())?.readyAt)
    const replay = await presenter.getReplay({ uuid: pitch_uuid })
    expect(replay.id).toBe(id)
    const cameras = replay.stretches.filter(({ source }) => source === 'camera')
    expect(cameras.length).toBeGreaterThan(1)
    // a hole of more than some seconds is told
    const [before, after] = cameras.toSorted((a, b) => a.from - b.from)
    const hole = (after?.from ?? 0) - (before?.to ?? 0)
    const isTold = replay.gaps.some(({ from, to }) => from < (after?.from ?? 0) && to > (before?.to ?? 0))
    expect(hole <= 6 || isTold, `${hole} s without a gap`).toBe(true)
  })
})
