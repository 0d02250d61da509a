import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { isolationHere } from '#features/room/deck/server/convert/isolation.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { headKey, segmentKey } from '#features/room/recording/server/keys.ts'
import { lineOf, storePiece } from '#features/room/recording/server/queries.ts'
import { recording, recordingGap, recordingLine } from '#features/room/recording/server/tables.ts'
import { roomEvent } from '#features/room/room/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { runJobs } from '#testing/runJobs.ts'
import { startS3Server } from '#testing/s3Server.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { purgeLines, replayJobs } from '../jobs.ts'
import type { Piece } from '../queries.ts'
import { isOfMachine, runOn } from './ffmpeg.ts'
import { removeWork, workFolder } from './folders.ts'
import { filmJobs } from './makeFilm.ts'
import { chaptersOn, chaptersWithin, keptSpans, scenesOf, tracksOf } from './plan.ts'
import { filmFolder, filmOf } from './queries.ts'
import { gainOf, levelOf, metadataOf } from './render.ts'

let stack: RoomStack
const once = { attempt: 1, lastAttempt: false }
const folder = mkdtempSync(join(tmpdir(), 'film-'))
/** Twelve seconds of a camera and of a quiet tone, as a head and segments of four seconds. */
let media: Record<'camera' | 'microphone', { head: Buffer; segments: Buffer[] }>
beforeAll(async () => {
  stack = await startRooms()
  const make = (source: string[], coding: string[]) => {
    const file = join(folder, 'source.mp4')
    const fragments = ['-movflags', 'empty_moov+default_base_moof', '-frag_duration', '4000000', '-f', 'mp4', file]
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-t', '12', '-i', ...source, ...coding, ...fragments])
    return split(readFileSync(file))
  }
  const pictures = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '60', '-pix_fmt', 'yuv420p']
  media = {
    camera: make(['testsrc=size=320x180:rate=15'], pictures),
    microphone: make(['sine=frequency=440:sample_rate=48000,volume=0.3'], ['-c:a', 'libopus', '-strict', '-2']),
  }
}, 60_000)
afterAll(() => stack.stop())

/** The boxes of an fMP4 as a head and its segments. */
function split(bytes: Buffer) {
  const parts: Buffer[] = []
  let head: Buffer = Buffer.alloc(0)
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const box = bytes.subarray(at, at + size)
    if (type === 'ftyp' || type === 'moov') head = Buffer.concat([head, box])
    else if (type === 'moof') parts.push(box)
    else if (type === 'mdat') parts.push(Buffer.concat([parts.pop() ?? Buffer.alloc(0), box]))
    at += size
  }
  return { head, segments: parts }
}

/** A recorded pitch of twelve seconds whose presenter is seen and heard; eight more seconds are missing. */
async function filmed(on: RoomStack = stack) {
  const made = await recordedPitch(on)
  const { id, uuid, presenter } = made
  await on.db.delete(recordingLine).where(eq(recordingLine.recordingId, id))
  // the room ended within a moment of its start
  await on.db
    .update(roomEvent)
    .set({ at: new Date(made.startedAt.getTime() + 20_000) })
    .where(and(eq(roomEvent.pitchId, made.made.id), eq(roomEvent.type, 'pitchEnded')))
  await presenter.answerRecording({ pitch_uuid: uuid, agrees: true, words: CONSENT_WORDS })
  for (const source of ['camera', 'microphone'] as const) {
    const { id: line } = await lineOf(on.db, id, on.people.presenter.id, source)
    const { head, segments } = media[source]
    await on.frame.storage.put(headKey(id, line, 0), head)
    await storePiece(on.db, { type: 'head', line, number: 0, codecs: '', bytes: head })
    for (const [number, bytes] of segments.entries()) {
      await on.frame.storage.put(segmentKey(id, line, number), bytes)
      await storePiece(on.db, { type: 'segment', line, number, head: 0, start: number * 4, duration: 4, bytes })
    }
  }
  const { token } = await seedAttendee(on, made.made, on.people.investor)
  const info = async (who = presenter) => (await who.getSgStreamingMp4Info({ pitch_uuid: uuid })).films
  const row = (audience: 'team' | 'attendees' = 'team') => filmOf(on.db, id, audience)
  /** Does what the job would, until it waits or is done. */
  const work = async (audience: 'team' | 'attendees' = 'team', signal?: AbortSignal) => {
    const attempt = (await row(audience))?.attempt ?? ''
    await filmJobs.makeFilm({ recording: id, audience, attempt }, on.frame, { ...once, signal })
  }
  const download = (file: string, who: string | undefined, headers = {}) =>
    on.app.inject({
      url: `/recordings/${id}/films/${file}`,
      headers: { ...(who && { authorization: `Bearer ${who}` }), ...headers },
    })
  const people = { manager: on.people.presenter.token, attendee: token }
  return { ...made, info, row, work, download, people, viewer: on.withToken(token), admin: on.as('pitchadmin') }
}

/** What ffprobe says of a file. */
function probe(bytes: Buffer) {
  const file = join(folder, 'made.mp4')
  writeFileSync(file, bytes)
  const asked = ['-show_format', '-show_streams', '-show_chapters', '-of', 'json', file]
  const { streams, format, chapters } = JSON.parse(String(execFileSync('ffprobe', ['-v', 'error', ...asked])))
  const measured = execFileSync('sh', ['-c', `ffmpeg -i ${file} -af ebur128=framelog=verbose -f null - 2>&1`])
  const loudness = Number(/I:\s+(-?[\d.]+) LUFS/.exec(String(measured))?.[1])
  return {
    // the third is the text of the chapters
    codecs: streams.slice(0, 2).map(({ codec_name }: { codec_name: string }) => codec_name),
    seconds: Number(format.duration),
    chapters: chapters.length,
    loudness,
  }
}

it('is watched, muted and made a film over an S3 store, which keeps nothing of it after its removal', async () => {
  const s3 = await startS3Server('media')
  const on = await startRooms({
    ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' },
  })
  try {
    const { id, uuid, presenter, admin, viewer, info, work, download, people } = await filmed(on)
    await admin.approveRecording({ uuid })
    await admin.muteRecording({ uuid, id, from: 0, to: 4 })
    const get = (url: string, token: string, headers = {}) =>
      on.app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } })
    for (const { source, src } of (await viewer.getReplay({ uuid })).stretches) {
      const list = (await get(src, people.attendee)).body
      const kind = source === 'camera' ? 'camera' : 'microphone'
      expect(list.match(/^s\d+\.m4s$/gm)).toEqual(media[kind].segments.map((_, number) => `s${number}.m4s`))
      const bytes = async (file: string) => (await get(src.replace(/[^/]+$/, file), people.attendee)).rawPayload
      expect(await bytes('h0.mp4')).toEqual(media[kind].head)
      expect(await bytes('s2.m4s')).toEqual(media[kind].segments[2])
      expect((await bytes('s0.m4s')).equals(media[kind].segments[0] as Buffer)).toBe(kind === 'camera')
      const part = await get(src.replace(/[^/]+$/, 's1.m4s'), people.attendee, { range: 'bytes=4-7' })
      expect([part.statusCode, part.body]).toEqual([206, 'moof'])
    }
    await presenter.makeRecordingMp4({ uuid, audience: 'team' })
    await work()
    expect((await info())[0]).toMatchObject({ state: 'ready', reason: '' })
    const made = (await download('team.mp4', people.manager)).rawPayload
    expect(probe(made)).toMatchObject({ codecs: ['h264', 'aac'] })
    const end = await download('team.mp4', people.manager, { range: `bytes=${made.length - 8}-` })
    expect([end.statusCode, end.rawPayload]).toEqual([206, made.subarray(-8)])
    const keys = () => [...s3.objects.keys()].filter(key => key.startsWith(`recordings/${id}/`))
    expect(keys().filter(key => /\/films\/|\.m4a$|\.mp4$/.test(key)).length).toBeGreaterThan(2)
    await presenter.removeRecordingMp4({ uuid, id, audience: 'team' })
    await admin.deleteRecording({ id })
    await on.db
      .update(recording)
      .set({ deletedAt: new Date(0) })
      .where(eq(recording.id, id))
    await replayJobs.purgeRecordings({}, on.frame)
    await runJobs({ ...on, rooms: { ...on.frame.rooms, recorded: [] } }, { removeMedia: replayJobs.removeMedia })
    expect(keys()).toEqual([])
  } finally {
    await on.stop()
    await s3.stop()
  }
}, 120_000)

describe('one mp4 of a recording', () => {
  it('[CALL-070] has what was recorded without what was not, at -16 LUFS, and its sound alone', async () => {
    const { uuid, presenter, info, work, download, people } = await filmed()
    expect((await info()).map(({ audience, state }) => [audience, state])).toEqual([
      ['team', 'none'],
      ['attendees', 'none'],
    ])
    await presenter.makeRecordingMp4({ uuid, audience: 'team' })
    expect((await info())[0]).toMatchObject({ state: 'waiting', progress: 0, mp4_url: '' })
    await work()
    const [film] = await info()
    expect(film).toMatchObject({ state: 'ready', progress: 1, seconds_left: null, reason: '' })
    const made = await download('team.mp4', people.manager)
    expect(made.statusCode).toBe(200)
    expect(made.headers['content-disposition']).toMatch(/^attachment; .*\.mp4$/)
    expect(made.headers['cache-control']).toBe('private, no-store')
    expect(made.rawPayload).toHaveLength(film?.bytes ?? 0)
    const found = probe(made.rawPayload)
    expect(found.codecs).toEqual(['h264', 'aac'])
    expect(found.seconds).toBeGreaterThan(11.9)
    expect(found.seconds).toBeLessThan(12.2)
    expect(found.loudness).toBeGreaterThan(-17)
    expect(found.loudness).toBeLessThan(-15)
    expect(probe((await download('team.m4a', people.manager)).rawPayload)).toMatchObject({
      codecs: expect.arrayContaining(['aac']),
    })
    const part = await download('team.mp4', people.manager, { range: 'bytes=4-7' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      ...[206, 'ftyp', `bytes 4-7/${film?.bytes}`],
    ])
    expect(readdirSync(join(stack.frame.settings.dataDir, 'films'))).toEqual([])
  }, 120_000)

  it('is for attendees only while it is approved and shows what they may watch at this moment', async () => {
    const { uuid, presenter, viewer, admin, info, row, work, download, people } = await filmed()
    await admin.releaseRecordingPart({ uuid, from: 4, to: 12 })
    await presenter.makeRecordingMp4({ uuid, audience: 'attendees' })
    await work('attendees')
    expect((await download('attendees.mp4', people.attendee)).statusCode).toBe(404)
    await admin.approveRecording({ uuid })
    await stack.db.update(pitch).set({ watermark: true }).where(eq(pitch.uuid, uuid))
    expect((await download('attendees.mp4', people.attendee)).statusCode).toBe(404)
    expect(await info(viewer)).toEqual([])
    await stack.db.update(pitch).set({ watermark: false }).where(eq(pitch.uuid, uuid))
    const made = await download('attendees.mp4', people.attendee)
    expect([made.statusCode, (await row('attendees'))?.reason]).toEqual([200, ''])
    expect(probe(made.rawPayload).seconds).toBeCloseTo(8, 0)
    expect(await info(viewer)).toMatchObject([{ audience: 'attendees', state: 'ready' }])
    // never what the team sees, of nobody else's pitch, and without a session
    expect((await download('team.mp4', people.attendee)).statusCode).toBe(404)
    for (const who of ['member', 'lumenAdmin'] as const)
      expect((await download('attendees.mp4', stack.people[who].token)).statusCode).toBe(404)
    expect((await download('attendees.mp4', undefined)).statusCode).toBe(401)
    const isClosed = async () => {
      expect((await download('attendees.mp4', people.attendee)).statusCode).toBe(404)
      expect(await info(viewer).catch(() => [])).toEqual([])
    }
    await admin.muteRecording({ uuid, from: 5, to: 6 })
    await isClosed()
    expect((await info())[1]).toMatchObject({ state: 'outdated', mp4_url: '' })
    await admin.unmuteRecording({ uuid, from: 5, to: 6 })
    expect((await download('attendees.mp4', people.attendee)).statusCode).toBe(200)
    await presenter.answerRecording({ pitch_uuid: uuid, agrees: false, words: CONSENT_WORDS })
    await isClosed()
    await presenter.answerRecording({ pitch_uuid: uuid, agrees: true, words: CONSENT_WORDS })
    await admin.unapproveRecording({ uuid })
    await isClosed()
  }, 120_000)

  it('is planned once for the ranges that a player asks for, and anew a moment later', async () => {
    const { uuid, id, presenter, work, download, people } = await filmed()
    await presenter.makeRecordingMp4({ uuid, audience: 'team' })
    await work()
    const range = async () => (await download('team.mp4', people.manager, { range: 'bytes=0-9' })).statusCode
    expect(await range()).toBe(206)
    await stack.db.insert(recordingGap).values({ recordingId: id, startsAt: 2, endsAt: 6 })
    expect(await range()).toBe(206)
    await expect.poll(range, { timeout: 15_000, interval: 1000 }).toBe(404)
  }, 60_000)

  it('[STATE-042] is not made while the recording of a pitch that has ended is merging', async () => {
    const { uuid } = await seedPitch(stack, { recording: 'start' })
    const presenter = stack.as('presenter')
    await presenter.startPitch({ uuid })
    await presenter.endPitch({ uuid })
    const { id, state } = await presenter.getReplay({ uuid })
    expect(state).toBe('merging')
    await expect(presenter.makeRecordingMp4({ uuid, audience: 'team' })).rejects.toThrow('PitchStateForbids')
    // what was ordered in the room waits for the last seconds
    await presenter.sgMergeVideo({ pitch_uuid: uuid })
    const row = () => filmOf(stack.db, id, 'team')
    const attempt = (await row())?.attempt ?? ''
    const made = { recording: id, audience: 'team', attempt } as const
    const work = () => filmJobs.makeFilm(made, stack.frame, { ...once, signal: undefined })
    await work()
    expect((await row())?.state).toBe('waiting')
    await stack.db.update(recording).set({ readyAt: new Date() }).where(eq(recording.id, id))
    await work()
    expect((await row())?.state).toBe('ready')
  })

  it('[STATE-048] goes out to everyone in the room when it is ordered there, once, and when it is taken back', async () => {
    const made = await seedPitch(stack, { recording: 'start', coHosts: [stack.people.coHost.email] })
    const { uuid } = made
    const pitch_uuid = uuid
    const presenter = stack.as('presenter')
    await expect(presenter.sgMergeVideo({ pitch_uuid })).rejects.toThrow('RecordingNotFound')
    await presenter.startPitch({ uuid })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const [here, attendee] = [follow(stack.connect('presenter', uuid)), follow(stack.connect({ token }, uuid))]
    await until(() => here.first && attendee.first)
    expect(attendee.view?.room.merging).toBe(false)
    await expect(stack.as('member').sgMergeVideo({ pitch_uuid })).rejects.toThrow('PitchNotFound')
    const merge = (name: 'presenter' | 'coHost') => stack.as(name).sgMergeVideo({ pitch_uuid })
    expect(await outcomesOf([merge('presenter'), merge('coHost'), merge('presenter')])).toEqual([
      'done',
      'done',
      'done',
    ])
    await until(() => here.view?.room.merging && attendee.view?.room.merging)
    const late = follow(stack.connect('coHost', uuid))
    await until(() => late.view?.room.merging)
    await presenter.removeRecordingMp4({ uuid, audience: 'attendees' })
    await presenter.removeRecordingMp4({ uuid, audience: 'team' })
    await until(() => attendee.view?.room.merging === false)
    const sent = attendee.events.filter(({ type }) => type === 'videoMerging').map(({ payload }) => payload)
    expect(sent).toEqual([{ merging: true }, { merging: false }])
    // ordered again, and once more when it is over
    await merge('coHost')
    await until(() => attendee.view?.room.merging)
    await presenter.endPitch({ uuid })
    await presenter.sgMergeVideo({ pitch_uuid })
    expect(attendee.events.filter(({ type }) => type === 'videoMerging')).toHaveLength(3)
  })

  it('[CALL-050] is merged by its call, of the last run and of no attached video', async () => {
    const { uuid: pitch_uuid, id, made, presenter, viewer, row, work } = await filmed()
    await expect(viewer.sgMergeVideo({ pitch_uuid })).rejects.toThrow('NotAllowed')
    const attached = { pitchId: made.id, organisationId: made.organisationId, isAttached: true }
    const ready = { endedAt: new Date(), readyAt: new Date(), startedAt: new Date(Date.now() + 60_000) }
    await stack.db.insert(recording).values({ ...attached, ...ready })
    expect((await presenter.getReplay({ uuid: pitch_uuid })).id).toBe(id)
    const merge = () => presenter.sgMergeVideo({ pitch_uuid })
    expect(await merge()).toEqual({ status: 'merging' })
    const attempt = (await row())?.attempt
    await merge()
    expect((await row())?.attempt).toBe(attempt)
    await work()
    expect(await row()).toMatchObject({ state: 'ready', reason: '' })
  }, 120_000)

  it('is begun once, by those who manage the pitch, and canceled at once', async () => {
    const { uuid, id, presenter, viewer, row, work } = await filmed()
    const film = { uuid, audience: 'team' } as const
    await expect(viewer.makeRecordingMp4(film)).rejects.toThrow('NotAllowed')
    await expect(stack.as('member').makeRecordingMp4(film)).rejects.toThrow('PitchNotFound')
    await outcomesOf([presenter.makeRecordingMp4(film), stack.as('coHost').makeRecordingMp4(film)])
    expect((await stack.actionsOn(id)).filter(action => action === 'recording.film')).toHaveLength(1)
    const attempt = (await row())?.attempt ?? ''
    await presenter.removeRecordingMp4(film)
    // what was made of it before it had to wait
    await workFolder(stack.frame, `${id}-team`, 'plan')
    await filmJobs.makeFilm({ recording: id, audience: 'team', attempt }, stack.frame, { ...once, signal: undefined })
    expect(await row()).toBeUndefined()
    expect(readdirSync(join(stack.frame.settings.dataDir, 'films'))).toEqual([])
    // canceled while it is made
    await presenter.makeRecordingMp4(film)
    const working = work()
    await expect.poll(async () => (await row())?.state).toBe('running')
    await presenter.removeRecordingMp4(film)
    await working
    expect(await row()).toBeUndefined()
    expect(readdirSync(join(stack.frame.settings.dataDir, 'films'))).toEqual([])
  }, 120_000)

  it('waits while a pitch is live, says why it failed, and is made again', async () => {
    const { uuid, presenter, info, row, work, storage, id } = await filmed()
    const film = { uuid, audience: 'team' } as const
    const { id: live } = await seedPitch(stack)
    await stack.db.update(pitch).set({ state: 'inProgress' }).where(eq(pitch.id, live))
    await presenter.makeRecordingMp4(film)
    await work()
    expect(await presenter.getSgStreamingMp4Info({ pitch_uuid: uuid })).toMatchObject({
      ...{ waits_for_pitch: true, films: [{ state: 'waiting' }, {}] },
    })
    await stack.db.update(pitch).set({ state: 'over' }).where(eq(pitch.id, live))
    const lines = await stack.db.select().from(recordingLine).where(eq(recordingLine.recordingId, id))
    const camera = lines.find(({ source }) => source === 'camera')?.id ?? ''
    // a picture that the program would show, if it were asked to find out what it is
    const picture = join(folder, 'picture.gif')
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=320x180',
      '-frames:v',
      '9',
      picture,
    ])
    await storage.put(headKey(id, camera, 0), readFileSync(picture))
    await work()
    expect((await info())[0]).toMatchObject({ state: 'failed', reason: expect.stringMatching(/./) })
    await storage.put(headKey(id, camera, 0), media.camera.head)
    await presenter.makeRecordingMp4(film)
    await work()
    expect((await info())[0]?.state).toBe('ready')
    const made = await row()
    await stack.db.transaction(db => purgeLines(db, stack.people.presenter.id))
    expect(await row()).toBeUndefined()
    expect(made && filmFolder(made)).toContain(id)
  }, 120_000)

  it('goes on where a server that was killed left it', async () => {
    const { uuid, presenter, info, row, work } = await filmed()
    await presenter.makeRecordingMp4({ uuid, audience: 'team' })
    const server = new AbortController()
    const working = work('team', server.signal)
    const films = join(stack.frame.settings.dataDir, 'films')
    const made = () => readdirSync(films, { recursive: true }).map(String)
    await expect.poll(async () => (await row())?.progress, { timeout: 30_000 }).toBeGreaterThan(0)
    server.abort(new Error('the server ends'))
    await working.catch(() => {})
    // the first scene may have been all of the work
    const left = (await info())[0]?.state
    expect(left === 'ready' || made().some(name => name.endsWith('.h264'))).toBe(true)
    await work()
    expect((await info())[0]?.state).toBe('ready')
  }, 120_000)
})

it('keeps what was made of work that waits, removes what another plan made of the same, and leaves other work alone', async () => {
  const frame = { settings: { ...stack.frame.settings, dataDir: mkdtempSync(join(tmpdir(), 'films-')) } }
  const names = () => readdirSync(join(frame.settings.dataDir, 'films')).toSorted()
  await workFolder(frame, 'a', 'one')
  await workFolder(frame, 'b', 'one')
  await workFolder(frame, 'b', 'two')
  expect(names()).toEqual(['a-one', 'b-two'])
  await removeWork(frame, 'b')
  expect(names()).toEqual(['a-one'])
})

it('runs its program without the secrets and the files of the console, and tells a machine’s failure from its own', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://secret')
  const said: string[] = []
  const limits = { folder, seconds: 20, memoryMb: 768, fileMb: 1, isLong: false }
  const run = (program: string) => runOn(program as 'ffprobe', [], { ...limits, onLine: line => said.push(line) })
  await run('env')
  vi.unstubAllEnvs()
  expect(said).toContain('HOME=/nonexistent')
  expect(said.join()).not.toMatch(/secret|DATA/)
  const code = (await isolationHere()) === 'none' ? 0 : 2
  expect(await runOn('ls' as 'ffprobe', [stack.frame.settings.dataDir], limits)).toMatchObject({ code })
  await expect(run('no-such-program')).rejects.toThrow('did not run')
  for (const errors of ['unshare: unshare failed: Operation not permitted', 'mount: /deck: cannot mount', 'setpriv: x'])
    expect(isOfMachine({ code: 1, errors })).toBe(true)
  expect(isOfMachine({ code: 127, errors: 'env: ffprobe: No such file or directory' })).toBe(true)
  expect(isOfMachine({ code: 1, errors: 'in/video.mp4: Invalid data found when processing input' })).toBe(false)
})

describe('the plan of a film', () => {
  const piece = (line: string, number: number, more: Partial<Piece> = {}): Piece => ({
    ...{ line, number, account: line, source: 'camera', head: 0, startsAt: number * 4, seconds: 4, ...more },
  })

  it('has scenes whose lengths add up, with the owner in the corner, and without what was not recorded', () => {
    const tracks = tracksOf([
      ...[piece('guest', 0), piece('guest', 1), piece('owner', 1), piece('owner', 2, { head: 1 })],
      piece('screen', 2, { source: 'screen_share' }),
    ])
    expect(tracks.map(({ line, from, to }) => [line, from, to])).toEqual([
      ...[
        ['guest', 0, 8],
        ['owner', 4, 8],
        ['owner', 8, 12],
        ['screen', 8, 12],
      ],
    ])
    const kept = keptSpans({ from: 1, to: 12 }, [{ from: 5, to: 6.017 }])
    expect(kept).toEqual([
      { from: 1, to: 5 },
      { from: 6.017, to: 12 },
    ])
    const slides = [{ at: 0, page: 1, key: 'one', text: '' }]
    const { scenes, frames } = scenesOf(kept, slides, tracks, 'owner')
    expect(frames).toBe(Math.round(9.983 * 25))
    expect(scenes.reduce((sum, scene) => sum + scene.frames, 0)).toBe(frames)
    expect(scenes.map(({ from, face, screen }) => [from, face?.line, screen?.line])).toEqual([
      ...[
        [1, 'guest', undefined],
        [4, 'owner', undefined],
        [6.017, 'owner', undefined],
        [8, 'owner', 'screen'],
      ],
    ])
    const long = scenesOf([{ from: 0, to: 150 }], [], [], 'owner').scenes
    expect(long.map(scene => scene.frames)).toEqual([1500, 1500, 750])
  })

  it('has the chapters of the replay, slides by their first line and answered questions, on the clock of the film', () => {
    const slides = [
      { at: 0, page: 1, key: '', text: 'Quill = ink\nMore' },
      { at: 7, page: 2, key: '', text: '' },
      { at: 8, page: 3, key: '', text: 'Leafed through' },
      { at: 9, page: 4, key: '', text: 'While nothing was recorded' },
      { at: 14, page: 5, key: '', text: 'Team' },
      { at: 29, page: 6, key: '', text: 'Too short to be one' },
    ]
    const questions = [
      { at: 1, content: 'Before the part' },
      { at: 20, content: 'Who buys?\nAnd when?' },
    ]
    const part = { from: 2, to: 30 }
    const kept = [
      { from: 2, to: 8 },
      { from: 14, to: 30 },
    ]
    const chapters = chaptersOn(kept, chaptersWithin(part, slides, questions))
    expect(chapters).toEqual([
      { at: 0, title: '1. Quill = ink' },
      { at: 6, title: '5. Team' },
      { at: 12, title: 'Who buys?' },
    ])
    expect(chaptersOn(kept, [{ at: 3, page: { at: 3, page: 7, key: '', text: ' ' } }])).toEqual([{ at: 1, title: '7' }])
    expect(metadataOf({ chapters, frames: 550 })).toContain('START=0\nEND=6000\ntitle=1. Quill \\= ink\n')
    expect(metadataOf({ chapters, frames: 550 })).toContain('START=6000\nEND=12000\ntitle=5. Team\n')
  })

  it('brings sound with high peaks to what people expect, of which the limiter takes much', async () => {
    const file = join(folder, 'peaks.wav')
    const sound = "aevalsrc='0.08*sin(2*PI*440*t)+if(lt(mod(t,0.5),0.01),0.9*sin(2*PI*1500*t),0)':d=20:s=48000"
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', sound, file])
    const level = await levelOf({ folder, signal: new AbortController().signal }, ['-i', 'peaks.wav'])
    const measured = execFileSync('sh', [
      '-c',
      `ffmpeg -i ${file} -af '${level},ebur128=framelog=verbose' -f null - 2>&1`,
    ])
    const loudness = Number(/I:\s+(-?[\d.]+) LUFS\s+Threshold/.exec(String(measured))?.[1])
    expect(loudness).toBeGreaterThan(-17)
    expect(loudness).toBeLessThan(-15)
  }, 30_000)

  it('raises quiet sound to what people expect, and leaves silence alone', () => {
    expect(gainOf(['  Integrated loudness:', '    I:         -30.5 LUFS', '    Threshold: -40.7 LUFS'])).toBe('14.50')
    expect(gainOf(['    I:         -70.0 LUFS'])).toBe('0')
    expect(gainOf([])).toBe('0')
    expect(gainOf(['    I:         -60.0 LUFS'])).toBe('30.00')
  })
})
