import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EgressStatus, ParticipantInfo, ParticipantInfo_Kind, TrackSource } from '@livekit/protocol'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSettings } from '#app/server/settings.ts'
import { identityOf } from '#features/room/media/server/identities.ts'
import { videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { videoEnder } from '#features/room/video/server/endVideo.ts'
import { tidyVideo } from '#features/room/video/server/tidyVideo.ts'
import { webhookPath } from '#server/media/configuration.ts'
import { participant, signed, startEgressServer } from '#testing/egressServer.ts'
import { startS3Server } from '#testing/s3Server.ts'
import { type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { type Recordings, startRecordings } from '../recordings.ts'
import { recording, recordingGap, recordingHead, recordingLine, recordingSegment } from '../tables.ts'
import { egressFailed, egressHookPath, egressStatus, egressWorks } from './service.ts'
import { tidyEgress } from './tidyEgress.ts'

const { CAMERA, MICROPHONE } = TrackSource
const words = CONSENT_WORDS
type Egress = Awaited<ReturnType<typeof startEgressServer>>

let egress: Egress
let folder: string
let stack: RoomStack
let recordings: Recordings | undefined
const settings = (url: string) => ({
  ...{ LIVEKIT_URL: 'ws://127.0.0.1:1', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 's'.repeat(32), EGRESS_URL: url },
})
beforeAll(async () => {
  egress = await startEgressServer()
  folder = await mkdtemp(join(tmpdir(), 'egress-'))
  stack = await startRooms({ ...settings(egress.url), EGRESS_DIR: folder }, { media: egress.media })
}, 60_000)
afterEach(async () => {
  Object.assign(egress.state, { room: [], starts: 'well', lists: true, ahead: 0, ends: true, dates: true })
  Object.assign(egress.state, { rooms: [], removed: [], stops: 'well', dead: [] })
  await recordings?.stop()
  recordings = undefined
  for (const { stop } of egress.going()) await stop()
}, 30_000)
afterAll(async () => {
  await stack.stop()
  await egress.stop()
  await rm(folder, { recursive: true })
})

/** A live pitch whose presenter sends camera and microphone. */
async function live(of = stack, agrees = true) {
  const made = await seedPitch(of, { recording: 'start' })
  const presenter = of.as('presenter')
  const pitch_uuid = made.uuid
  recordings = startRecordings(of.frame)
  const answer = (yes: boolean) => presenter.answerRecording({ pitch_uuid, agrees: yes, words })
  await answer(agrees)
  await presenter.startPitch({ uuid: pitch_uuid })
  const identity = identityOf(egress.media, made.id, of.people.presenter.id)
  const sends = (muted: readonly TrackSource[] = []) => {
    egress.state.room = [participant(identity, [CAMERA, MICROPHONE], muted)]
  }
  const row = async () => (await of.db.select().from(recording).where(eq(recording.pitchId, made.id)))[0]
  const segments = () =>
    of.db
      .select({ source: recordingLine.source, account: recordingLine.accountId, segment: recordingSegment })
      .from(recordingSegment)
      .innerJoin(recordingLine, eq(recordingLine.id, recordingSegment.lineId))
      .innerJoin(recording, eq(recording.id, recordingLine.recordingId))
      .where(eq(recording.pitchId, made.id))
      .orderBy(recordingSegment.startsAt)
  const gaps = async () =>
    of.db
      .select()
      .from(recordingGap)
      .where(eq(recordingGap.recordingId, (await row())?.id ?? ''))
  const elapsed = async () => (Date.now() - ((await row())?.startedAt.getTime() ?? 0)) / 1000
  const has = (source: string, beyond = 0) =>
    until(async () => {
      const found = (await segments()).filter(one => one.source === source)
      return found.some(({ segment }) => segment.startsAt + segment.seconds > beyond)
    }, 25_000)
  const end = async () => {
    await presenter.endPitch({ uuid: pitch_uuid })
    egress.state.room = []
    await until(async () => (await row())?.readyAt, 15_000)
  }
  return { ...made, pitch_uuid, presenter, identity, sends, answer, row, segments, gaps, elapsed, has, end }
}

describe('a recording by LiveKit Egress', { timeout: 60_000 }, () => {
  it('has what Egress wrote, in step with the room, as soon as the pitch has ended', async () => {
    const one = await live()
    one.sends()
    await one.has('camera')
    await one.has('microphone')
    const ended = await one.elapsed()
    const began = performance.now()
    await one.end()
    expect(performance.now() - began).toBeLessThan(10_000)
    const { request, info } = egress.all().at(-1) ?? expect.fail('nothing was recorded')
    expect(request).toMatchObject({ identity: one.identity, screenShare: false })
    const replay = await one.presenter.getReplay({ uuid: one.uuid })
    expect(replay.stretches.map(({ source, name }) => [source, name]).toSorted()).toEqual([
      ['camera', 'Paul Presenter'],
      ['microphone', 'Paul Presenter'],
    ])
    // when Egress began by its own clock, on that of the recording
    const { startedAt } = (await one.row()) ?? expect.fail('no recording')
    const first = Number((info.segmentResults[0]?.startedAt ?? 0n) / 1_000_000n) - startedAt.getTime()
    for (const { from, to } of replay.stretches) {
      expect(Math.abs(from - first / 1000)).toBeLessThan(0.3)
      expect(to).toBeGreaterThan(ended - 3)
    }
    const [{ codecs: sound } = expect.fail('no head')] = await stack.db
      .select({ codecs: recordingHead.codecs })
      .from(recordingHead)
      .innerJoin(recordingLine, eq(recordingLine.id, recordingHead.lineId))
      .where(eq(recordingLine.source, 'microphone'))
    expect(sound).toBe('mp4a.40.2')
    // nothing is left in the folder that both share
    expect(await readdir(join(folder, 'egress'))).toEqual([])
  })

  it('has nothing before a person agrees, and nothing from when they take it back, whatever Egress writes', async () => {
    const one = await live(stack, false)
    one.sends()
    const before = egress.all().length
    await sleep(3000)
    expect(egress.all().length).toBe(before)
    await one.answer(true)
    const agreed = await one.elapsed()
    await one.has('camera')
    // an Egress that goes on
    egress.state.ends = false
    await one.answer(false)
    const withdrawn = await one.elapsed()
    await sleep(5000)
    const found = (await one.segments()).map(({ segment }) => segment)
    expect(Math.min(...found.map(({ startsAt }) => startsAt))).toBeGreaterThanOrEqual(agreed - 0.1)
    // at most the second until the next look
    expect(Math.max(...found.map(({ startsAt, seconds }) => startsAt + seconds))).toBeLessThan(withdrawn + 1.5)
  })

  it('has nothing of a pause and of a camera that is off, and goes on in the same recording', async () => {
    const one = await live()
    one.sends()
    await one.has('camera')
    await one.presenter.sgFixPause({ pitch_uuid: one.pitch_uuid, is_paused: true })
    const paused = await one.elapsed()
    await sleep(4000)
    await one.presenter.sgFixPause({ pitch_uuid: one.pitch_uuid, is_paused: false })
    const resumed = await one.elapsed()
    one.sends([CAMERA])
    await one.has('microphone', resumed + 3)
    const found = await one.segments()
    const during = found.filter(
      ({ segment }) => segment.startsAt + segment.seconds > paused + 1.5 && segment.startsAt < resumed - 0.1,
    )
    expect(during).toEqual([])
    expect(found.filter(({ source, segment }) => source === 'camera' && segment.startsAt > resumed)).toEqual([])
    await one.end()
    expect((await stack.db.select().from(recording).where(eq(recording.pitchId, one.id))).length).toBe(1)
  })

  it('leaves out nobody else when a person leaves the stage', async () => {
    const one = await live()
    const other = identityOf(egress.media, one.id, stack.people.coHost.id)
    egress.state.room = [participant(one.identity, [CAMERA, MICROPHONE]), participant(other, [CAMERA, MICROPHONE])]
    await one.has('camera')
    // who has not answered is not recorded
    expect(egress.going().map(({ request }) => request.identity)).toEqual([one.identity])
    egress.state.room = [participant(other, [CAMERA, MICROPHONE])]
    await until(() => egress.going().length === 0, 10_000)
    expect(new Set((await one.segments()).map(({ account }) => account))).toEqual(new Set([stack.people.presenter.id]))
  })

  it('goes on after a failure of Egress, says where it has a gap, and tells the host and the operator', async () => {
    const one = await live()
    const told: { health: string; level: number | null; age: number | null }[] = []
    const socket = stack.connect('presenter', one.uuid)
    socket.on('signal', ({ type, payload }) => {
      if (type === 'recordingHealth') told.push(payload as (typeof told)[number])
    })
    one.sends()
    await one.has('camera')
    egress.state.starts = 'refused'
    const failed = await one.elapsed()
    for (const { stop } of egress.going()) await stop(EgressStatus.EGRESS_FAILED)
    await until(() => told.some(({ health }) => health === 'trying'), 25_000)
    expect(await egressStatus(stack.frame)).toBe(
      'off: LiveKit Egress does not record 1 of the people and screens in live pitches (unavailable), recordings have gaps until it does',
    )
    // the pitch does not notice
    expect((await one.presenter.sgUpdatePitchPages({ pitch_uuid: one.pitch_uuid, page: 1 })) !== undefined).toBe(true)
    egress.state.starts = 'well'
    await one.has('camera', (await one.elapsed()) + 1)
    await until(async () => (await one.gaps()).length > 0, 10_000)
    const gaps = await one.gaps()
    expect(gaps.some(({ startsAt, endsAt }) => Math.abs(startsAt - failed) < 3 && endsAt - startsAt > 3)).toBe(true)
    await until(() => told.at(-1)?.health === 'recording', 10_000)
    expect(told.at(-1)).toMatchObject({ level: null, age: expect.any(Number) })
    expect(await egressStatus(stack.frame)).toBe('ok')
  })

  it('begins anew where an Egress has died that LiveKit lists as going and cannot stop, and says where it has a gap', async () => {
    const one = await live()
    one.sends()
    await one.has('camera')
    Object.assign(egress.state, { dead: egress.going().map(({ info }) => info.egressId), stops: 'refused' })
    const died = await one.elapsed()
    await until(() => egress.going().length > 1, 40_000)
    const gap = async () => (await one.gaps()).find(({ startsAt }) => Math.abs(startsAt - died) < 3)
    await until(gap, 40_000)
    expect((await gap())?.endsAt).toBeGreaterThan(died + 10)
    await one.end()
  }, 120_000)

  it('has no gap when Egress does not say for a while what it records', async () => {
    const one = await live()
    one.sends()
    await one.has('camera')
    egress.state.lists = false
    await sleep(5000)
    egress.state.lists = true
    const back = await one.elapsed()
    await one.has('camera', back + 1)
    expect((await one.gaps()).filter(({ endsAt }) => endsAt > back - 6)).toEqual([])
    expect(egress.going().length).toBe(1)
  })

  it('never keeps the pitch waiting for an Egress that does not answer', async () => {
    egress.state.starts = 'silent'
    const one = await live()
    one.sends()
    await sleep(3000)
    const began = performance.now()
    await one.presenter.endPitch({ uuid: one.pitch_uuid })
    expect(performance.now() - began).toBeLessThan(2000)
    await until(async () => (await one.row())?.readyAt, 20_000)
  })

  it('stops what a server that has died left behind, and believes a clock only as far as it can be right', async () => {
    const one = await live()
    egress.state.ahead = 3 * 3_600_000
    one.sends()
    await one.has('camera')
    expect(Math.max(...(await one.segments()).map(({ segment }) => segment.startsAt))).toBeLessThan(await one.elapsed())
    // it goes on at Egress, and nobody here knows of it
    const [{ request } = expect.fail('nothing is recorded')] = egress.going()
    const path = request.segmentOutputs[0]?.playlistName.replace(/[\da-f-]{36}\/list/, `${crypto.randomUUID()}/list`)
    const left = egress.begin(request.clone())
    const [output] = left.request.case === 'participant' ? left.request.value.segmentOutputs : []
    if (output && path) output.playlistName = path
    await until(() => left.status === EgressStatus.EGRESS_COMPLETE, 10_000)
    expect(egress.going().length).toBe(1)
  })

  it('ends what goes on after the end of its recording, with what it wrote, and nothing of others', async () => {
    const one = await live()
    one.sends()
    await one.has('camera')
    // it takes longer to end than anybody waits for it
    egress.state.ends = false
    await one.presenter.endPitch({ uuid: one.uuid })
    egress.state.room = []
    await until(async () => (await one.row())?.readyAt, 40_000)
    await recordings?.stop()
    recordings = undefined
    const { id = '' } = (await one.row()) ?? {}
    const written = () => readdir(join(folder, 'egress', id)).catch(() => [])
    await until(async () => (await written()).length > 0, 5000)
    const ending = () => egress.all().filter(({ info }) => info.status === EgressStatus.EGRESS_ENDING)
    const [{ request } = expect.fail('Egress does not go on')] = ending()
    const foreign = request.clone()
    foreign.roomName = 'of another console'
    const theirs = egress.begin(foreign)
    // a recording that goes on is its own affair, and a folder of nobody known stays
    const other = await live()
    other.sends()
    await other.has('camera')
    const unknown = join(folder, 'egress', crypto.randomUUID())
    await mkdir(unknown)
    egress.state.ends = true
    await tidyEgress(stack.frame)
    await until(() => ending().length === 0, 5000)
    expect(egress.going()).toHaveLength(2)
    expect(egress.going().map(({ info }) => info.egressId)).toContain(theirs.egressId)
    for (const { info, stop } of egress.going()) if (info.egressId === theirs.egressId) await stop()
    await tidyEgress(stack.frame)
    expect(await written()).toEqual([])
    expect(await readdir(unknown)).toEqual([])
    await rm(unknown, { recursive: true })
    await other.has('camera', (await other.elapsed()) + 1)
    await other.end()
  }, 120_000)

  it('is in step without times in the playlist', async () => {
    egress.state.dates = false
    const one = await live()
    const began = await one.elapsed()
    one.sends()
    await one.has('camera', began + 4)
    await one.end()
    const found = (await one.segments()).filter(({ source }) => source === 'camera').map(({ segment }) => segment)
    const first = Math.min(...found.map(({ startsAt }) => startsAt))
    expect(first).toBeGreaterThanOrEqual(began - 0.1)
    expect(first).toBeLessThan(began + 4)
    // one after the other, not all at the time of the first
    const seconds = found.reduce((sum, segment) => sum + segment.seconds, 0)
    const last = Math.max(...found.map(({ startsAt, seconds }) => startsAt + seconds))
    expect(last - first).toBeCloseTo(seconds, 0)
  })

  it('says on /healthz that the shared folder cannot be used, and forgets a failure after some minutes', async () => {
    const { settings } = stack.frame
    const away = { here: join(folder, 'away'), there: '/out' }
    const frame = { ...stack.frame, settings: { ...settings, egress: { url: egress.url, folder: away } } }
    expect(await egressStatus(frame)).toBe('off: the console cannot read and write in EGRESS_DIR (ENOENT)')
    const other = { ...stack.frame, settings: { ...settings } }
    const log = { ...stack.frame.log, warn: () => {} } as typeof stack.frame.log
    const no = Object.assign(new Error('no'), { code: 'EACCES' })
    for (const sender of ['ann', 'ben', 'ann']) egressFailed({ settings: other.settings, log }, sender, no)
    expect(await egressStatus(other)).toMatch(/does not record 2 of .* \(EACCES\)/)
    // one who is recorded says nothing of the others
    egressWorks(other, 'ben')
    egressWorks(other, 'cem')
    expect(await egressStatus(other)).toMatch(/does not record 1 of .* \(EACCES\)/)
    const later = [Date, performance].map(clock => vi.spyOn(clock, 'now').mockReturnValue(clock.now() + 125_000))
    try {
      expect(await egressStatus(other)).toBe('ok')
    } finally {
      for (const clock of later) clock.mockRestore()
    }
  })

  it('reads what Egress writes to the S3 store of the console', async () => {
    const s3 = await startS3Server('pitches')
    const store = {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: 'pitches',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    }
    const other = await startRooms({ ...settings(egress.url), ...store }, { media: egress.media })
    try {
      const one = await live(other)
      one.sends()
      await one.has('camera')
      await one.end()
      const keys = [...s3.objects.keys()]
      expect(keys.filter(key => key.startsWith('egress/'))).toEqual([])
      expect(keys.filter(key => /^recordings\/.*\.m4s$/.test(key)).length).toBeGreaterThan(1)
      // what an Egress wrote after the end is removed, also hours later, and nothing of another console
      const [row] = await other.db
        .update(recording)
        .set({ readyAt: new Date(Date.now() - 5 * 3_600_000) })
        .returning()
      const [late, theirs] = [row?.id, randomUUID()].map(id => `egress/${id}/${randomUUID()}/s_00009.ts`)
      for (const key of [late, theirs]) await other.frame.storage.put(key ?? '', Buffer.from('late'))
      await tidyEgress(other.frame)
      expect([...s3.objects.keys()].filter(key => key.startsWith('egress/'))).toEqual([theirs])
    } finally {
      await recordings?.stop()
      recordings = undefined
      await other.stop()
      await s3.stop()
    }
  })

  it('is left in the room by the console, where it says that it is an Egress and not by its name', async () => {
    const one = await live()
    const { state, media } = egress
    const room = videoRoomOf(media, one.id)
    const recorder = new ParticipantInfo({ identity: 'EG_recorder', kind: ParticipantInfo_Kind.EGRESS })
    const copy = new ParticipantInfo({ identity: 'EG_copy' })
    const joins = async ({ identity, kind }: ParticipantInfo) => {
      const body = JSON.stringify({
        event: 'participant_joined',
        room: { name: room },
        participant: { identity, kind },
      })
      const options = { method: 'POST', headers: await signed(body), body }
      expect((await fetch(stack.url + webhookPath, options)).status).toBe(200)
    }
    await joins(recorder)
    expect(state.removed).toEqual([])
    await joins(copy)
    expect(state.removed).toEqual(['EG_copy'])
    Object.assign(state, { rooms: [room], room: [recorder, copy], removed: [] })
    await tidyVideo(stack.frame)
    expect(state.removed).toEqual(['EG_copy'])
    state.removed = []
    const { end, stop } = videoEnder(stack.frame, error => expect.fail(String(error)))
    end({ attendeesOf: one.id })
    await until(() => state.removed.length > 0, 3000)
    await sleep(300)
    expect(state.removed).toEqual(['EG_copy'])
    stop()
    // a console that does not record by Egress has none in its rooms
    state.removed = []
    await tidyVideo({ ...stack.frame, settings: { ...stack.frame.settings, egress: undefined } })
    expect(state.removed).toEqual(['EG_recorder', 'EG_copy'])
  })

  it('believes only what is signed by the key of LiveKit', async () => {
    const body = JSON.stringify({ event: 'egress_ended', id: 'a' })
    const post = async (headers: Record<string, string>, sent = body) =>
      (await fetch(stack.url + egressHookPath, { method: 'POST', headers, body: sent })).status
    expect(await post(await signed(body))).toBe(200)
    expect(await post({ 'content-type': 'application/webhook+json' })).toBe(403)
    expect(await post(await signed(body), body.replace('ended', 'begun'))).toBe(403)
    expect(await post(await signed(body, { apiKey: 'egress-key', apiSecret: 'x'.repeat(43) }))).toBe(403)
  })
})

it('the settings of Egress say what they need', () => {
  const problems = (env: Record<string, string>) => {
    try {
      return readSettings(env).egress
    } catch (error) {
      return String(error)
    }
  }
  const EGRESS_URL = 'https://livekit.example.com/'
  const video = { LIVEKIT_URL: 'wss://livekit.example.com', LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: 's'.repeat(32) }
  expect(problems({})).toBeUndefined()
  expect(problems({ EGRESS_DIR: '/out' })).toContain('EGRESS_URL is missing')
  expect(problems({ EGRESS_URL, EGRESS_DIR: '/out' })).toContain('EGRESS_URL needs LIVEKIT_URL or REDIS_URL')
  expect(problems({ ...video, EGRESS_URL })).toContain('EGRESS_DIR is missing')
  expect(problems({ ...video, EGRESS_URL, EGRESS_DIR: 'out' })).toContain('EGRESS_DIR must be the absolute path')
  expect(problems({ ...video, EGRESS_URL, EGRESS_DIR: '/in/', EGRESS_DIR_THERE: '/a/../out//' })).toEqual({
    url: 'https://livekit.example.com',
    folder: { here: '/in', there: '/out' },
  })
})
