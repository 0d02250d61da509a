import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { insertFile } from '#features/room/deck/server/queries.ts'
import { deckFile, deckPage, deckUpload } from '#features/room/deck/server/tables.ts'
import { cleanDecks } from '#features/room/deck/server/upkeep.ts'
import { recording } from '#features/room/recording/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { runJobs } from '#testing/runJobs.ts'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'
import { purgeLines, replayJobs } from '../jobs.ts'
import { recordingVideo } from '../tables.ts'
import { videoOf } from '../videoQueries.ts'
import { idOf } from './ids.ts'
import { CODED_BYTES } from './pieces.ts'
import { sourceKey, videoJobs } from './prepareVideo.ts'

let stack: RoomStack
const folder = mkdtempSync(join(tmpdir(), 'video-'))
let plain: Buffer
beforeAll(async () => {
  stack = await startRooms()
  plain = make('plain.mp4', [...test(10), ...tone(10), ...h264, '-bf', '2', '-g', '50', '-c:a', 'aac', '-shortest'])
}, 180_000)
afterAll(() => stack.stop())

const test = (seconds: number) => ['-f', 'lavfi', '-t', String(seconds), '-i', 'testsrc=size=320x180:rate=25']
const tone = (seconds: number) => ['-f', 'lavfi', '-t', String(seconds), '-i', 'sine=frequency=440:sample_rate=44100']
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-profile:v', 'main']

function make(name: string, args: readonly string[]): Buffer {
  const file = join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, file])
  return readFileSync(file)
}

/** Sends a file as browsers do. Answers its id, or why it was refused. */
async function upload(bytes: Buffer, name = 'Film.mp4', who: PersonName = 'presenter'): Promise<string> {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${stack.people[who].token}` }
  const meta = { 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` }
  const size = { 'upload-length': String(bytes.length) }
  const begun = await fetch(`${stack.url}/uploads`, { method: 'POST', headers: { ...headers, ...meta, ...size } })
  if (begun.status !== 201) return ((await begun.json()) as { error: string }).error
  const at = begun.headers.get('location') ?? ''
  const types = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const body = new Uint8Array(bytes)
  const sent = await fetch(`${stack.url}${at}`, { method: 'PATCH', headers: { ...headers, ...types }, body })
  return sent.status === 204 ? (at.split('/').at(-1) ?? '') : ((await sent.json()) as { error: string }).error
}

/** A pitch, and what is done with its video. */
async function filmed(bytes?: Buffer) {
  const made = await seedPitch(stack, { coHosts: [stack.people.coHost.email] })
  const { uuid } = made
  const presenter = stack.as('presenter')
  const attach = async (of: Buffer, name?: string) =>
    presenter.attachPitchVideo({ uuid, upload_id: await upload(of, name) })
  const info = async () => (await presenter.getPitchVideo({ uuid })).video ?? expect.fail('no video')
  /** Does what the job would. */
  const work = async (signal?: AbortSignal) => {
    const { id } = await info()
    const attempt = (await videoOf(stack.db, id))?.attempt ?? ''
    await videoJobs.prepareVideo({ recording: id, attempt }, stack.frame, { attempt: 1, lastAttempt: false, signal })
  }
  const get = (url: string, token: string) => stack.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  /** A stretch of its replay as one file, as whoever has this token gets it. */
  const play = async (src: string, token: string) => {
    const list = await get(src, token)
    const at = src.slice(0, src.lastIndexOf('/'))
    const files = [...list.body.matchAll(/(?:URI="([^"]+)"|^(s\d+\.m4s)$)/gm)].map(
      ([, head, segment]) => head ?? segment,
    )
    const parts: Buffer[] = []
    for (const file of files) parts.push((await get(`${at}/${file}`, token)).rawPayload)
    return { status: list.statusCode, bytes: Buffer.concat(parts), files }
  }
  const { token } = await seedAttendee(stack, made, stack.people.investor)
  if (bytes) await attach(bytes)
  const admin = stack.as('pitchadmin')
  const people = { manager: stack.people.presenter.token, attendee: token }
  return { ...made, made, presenter, admin, attach, info, work, play, get, people, viewer: stack.withToken(token) }
}

/** What ffprobe and ffmpeg say of a file. */
function look(bytes: Buffer) {
  const file = join(folder, 'look.mp4')
  writeFileSync(file, bytes)
  const asked = ['-show_streams', '-show_packets', '-of', 'json', file]
  const { streams, packets } = JSON.parse(
    String(execFileSync('ffprobe', ['-v', 'error', ...asked], { maxBuffer: 1e8 })),
  )
  const times = packets.map(({ pts_time }: { pts_time: string }) => Number(pts_time))
  const volume = String(execFileSync('sh', ['-c', `ffmpeg -i ${file} -af volumedetect -vn -f null - 2>&1 || true`]))
  return {
    ...(streams[0] as { codec_name: string; width: number; height: number; pix_fmt: string }),
    first: Math.min(...times) as number,
    last: Math.max(...times) as number,
    loudest: Number(/max_volume: (-?[\d.]+) dB/.exec(volume)?.[1]),
  }
}

/** A deck of three pages of that pitch. */
async function bringSlides({ id: pitchId, organisationId }: { id: number; organisationId: string }, name = 'Deck.pdf') {
  const { id: uploadedBy } = stack.people.presenter
  const position = name === 'Deck.pdf' ? 5 : 1
  const row = { pitchId, organisationId, uploadedBy, name, position, type: 'pdf', size: 1, status: 'ready', pages: 3 }
  const { id: fileId } = await insertFile(stack.db, row as Parameters<typeof insertFile>[1])
  const page = (number: number) => ({
    ...{ fileId, number, width: 16, height: 9, text: `Page ${number}` },
    key: crypto.randomUUID().replaceAll('-', '').slice(0, 22),
  })
  await stack.db.insert(deckPage).values([1, 2, 3].map(page))
}

describe('the video of a pitch', () => {
  it('[GAP-004, STATE-035, ENT-019] is prepared, and watched like a recording: by managers, and by attendees once it is approved', async () => {
    const { uuid, made, presenter, viewer, admin, info, work, play, people, attach } = await filmed()
    const { id } = await attach(plain)
    expect(await info()).toMatchObject({ id, name: 'Film.mp4', bytes: plain.length, state: 'waiting', seconds: 0 })
    await expect(presenter.getReplay({ uuid })).rejects.toThrow('RecordingNotFound')
    expect(await presenter.getSessionInfo({ uuid })).toMatchObject({ uploaded_video_url: '' })
    await work()
    const { state, reason, seconds } = await info()
    expect([state, reason]).toEqual(['ready', ''])
    expect(seconds).toBeCloseTo(10, 0)
    const address = `${stack.frame.settings.publicUrl}/live/${uuid}/replay?recording=${id}`
    expect(await presenter.getSessionInfo({ uuid })).toMatchObject({ uploaded_video_url: address })
    const replay = await presenter.getReplay({ uuid })
    expect(replay).toMatchObject({ id, is_attached: true, state: 'pending', messages: [], captions: [], off: [] })
    expect(replay.stretches.map(({ source, from }) => [source, from])).toEqual(
      expect.arrayContaining([
        ['screen_share', 0],
        ['screen_share_audio', 0],
      ]),
    )
    const [picture, sound] = ['screen_share', 'screen_share_audio'].map(
      source => replay.stretches.find(stretch => stretch.source === source)?.src ?? '',
    ) as [string, string]
    // picture and sound begin together, although its pictures are not coded in their order
    const seen = look((await play(picture, people.manager)).bytes)
    expect(seen).toMatchObject({ codec_name: 'h264', width: 320 })
    expect(seen.first).toBeCloseTo(0, 1)
    expect(seen.last).toBeGreaterThan(9.8)
    const heard = look((await play(sound, people.manager)).bytes)
    expect(heard.codec_name).toBe('opus')
    expect(heard.first).toBeCloseTo(0, 1)
    // nobody else before its approval
    await expect(viewer.getReplay({ uuid })).rejects.toThrow('RecordingNotFound')
    expect((await play(picture, people.attendee)).status).toBe(404)
    expect(await viewer.getSessionInfo({ uuid })).toMatchObject({ uploaded_video_url: '' })
    await admin.approveRecording({ uuid, id })
    const watched = await viewer.getReplay({ uuid })
    expect(watched).toMatchObject({ id, is_attached: true, decision: null })
    // who attached it is for the team alone
    expect(replay.stretches[0]).toMatchObject({ user_id: stack.people.presenter.id, name: 'Paul Presenter' })
    expect(watched.stretches).toHaveLength(2)
    for (const secret of [stack.people.presenter.id, 'Paul']) expect(JSON.stringify(watched)).not.toContain(secret)
    expect((await play(picture, people.attendee)).status).toBe(200)
    expect(await viewer.getSessionInfo({ uuid })).toMatchObject({ uploaded_video_url: address })
    expect((await stack.actionsOn(id)).slice(0, 1)).toEqual(['recording.attach'])
    expect(
      (await admin.getRecordingList({ name: made.presentationName })).items.find(row => row.id === id),
    ).toMatchObject({
      is_attached: true,
      bytes: expect.any(Number),
    })
    // what was uploaded is not kept beside what it became
    expect(await stack.frame.storage.read(sourceKey(id))).toBeUndefined()
    expect(readdirSync(join(stack.frame.settings.dataDir, 'films'))).toEqual([])
  }, 180_000)

  it('shows attendees its released part alone, and mutes its sound', async () => {
    const { uuid, admin, viewer, work, play, people, info } = await filmed(plain)
    await work()
    const { id } = await info()
    await admin.approveRecording({ uuid, id })
    const srcOf = async () =>
      (await viewer.getReplay({ uuid, id })).stretches.find(({ source }) => source === 'screen_share_audio')?.src ?? ''
    expect(look((await play(await srcOf(), people.attendee)).bytes).loudest).toBeGreaterThan(-30)
    await admin.muteRecording({ uuid, id, from: 0, to: 11 })
    expect(look((await play(await srcOf(), people.attendee)).bytes).loudest).toBeLessThan(-80)
    await admin.releaseRecordingPart({ uuid, id, from: 4, to: 8 })
    const { seconds, stretches } = await viewer.getReplay({ uuid, id })
    expect([seconds, stretches.every(({ from, to }) => from >= 0 && to <= 4)]).toEqual([4, true])
    expect((await play(await srcOf(), people.attendee)).files).toHaveLength(2)
  }, 180_000)

  it('is coded anew where browsers would not play it: turned by a phone, of changing rates, in another coding', async () => {
    const vfr = ['-vf', "select='lt(n,60)+not(mod(n,3))',scale=480:270", '-vsync', 'vfr']
    const turned = make('turned.mp4', [...test(7), ...h264, ...vfr])
    // a quarter turn, in the matrix of its track
    const matrix = turned.indexOf('tkhd') + 44
    for (const [n, value] of [0, 0x10000, 0, -0x10000, 0, 0, 270 * 0x10000].entries())
      turned.writeInt32BE(value, matrix + n * 4)
    const other = make('other.mp4', [...test(3), ...tone(3), '-c:v', 'mpeg4', '-c:a', 'libmp3lame'])
    for (const [bytes, width, height, length] of [
      [turned, 270, 480, 7],
      [other, 320, 180, 3],
    ] as const) {
      const { uuid, presenter, work, play, people, info } = await filmed(bytes)
      await work()
      expect(await info()).toMatchObject({ state: 'ready', reason: '' })
      const replay = await presenter.getReplay({ uuid })
      const src = replay.stretches.find(({ source }) => source === 'screen_share')?.src ?? ''
      expect(look((await play(src, people.manager)).bytes)).toMatchObject({
        ...{ codec_name: 'h264', pix_fmt: 'yuv420p', width, height },
      })
      expect(replay.seconds).toBeCloseTo(length, 0)
    }
  }, 180_000)

  it('takes no more than its bound in the storage where it is coded anew, however restless its picture is', async () => {
    const restless = ['-vf', 'scale=1280:720,noise=alls=100:allf=t']
    const bytes = make('noise.mp4', [...test(4), ...restless, '-c:v', 'mpeg4', '-q:v', '2'])
    const { work, info } = await filmed(bytes)
    await work()
    const { id, state, seconds } = await info()
    expect(state).toBe('ready')
    const { items } = await stack.as('pitchadmin').getRecordingList({ limit: 100 })
    const stored = items.find(row => row.id === id)?.bytes ?? Number.POSITIVE_INFINITY
    expect(bytes.length / seconds).toBeGreaterThan(2 * CODED_BYTES)
    // besides what its beginning may take
    expect(stored).toBeLessThan(CODED_BYTES * (seconds + 2))
  }, 180_000)

  it('is neither deleted nor restored in a locked pitch, but by those who may unlock it', async () => {
    const { uuid, made, presenter, admin, info } = await filmed(plain)
    const { id } = await info()
    const lock = (isLocked: boolean) => stack.db.update(pitch).set({ isLocked }).where(eq(pitch.id, made.id))
    await lock(true)
    await expect(presenter.deleteRecording({ id })).rejects.toThrow('PitchLocked')
    await admin.deleteRecording({ id })
    await expect(presenter.restoreRecording({ id })).rejects.toThrow('PitchLocked')
    await lock(false)
    await presenter.restoreRecording({ id })
    expect((await presenter.getPitchVideo({ uuid })).video?.id).toBe(id)
  }, 180_000)

  it('stays when the pitch is presented again', async () => {
    const { uuid, made, presenter, work, info } = await filmed(plain)
    await work()
    const { id } = await info()
    await stack.db.update(pitch).set({ state: 'over' }).where(eq(pitch.id, made.id))
    await stack.as('admin').resetPitch({ uuid })
    expect((await presenter.getReplay({ uuid })).id).toBe(id)
  }, 180_000)

  it('[RULE-056] is there once: a second is refused until the first is removed, also when two race', async () => {
    const { uuid, presenter, info } = await filmed()
    const uploads = [await upload(plain), await upload(plain)] as const
    const outcomes = await outcomesOf(uploads.map(upload_id => presenter.attachPitchVideo({ uuid, upload_id })))
    expect(outcomes.toSorted()).toEqual(['VideoAttached', 'done'])
    const { id } = await info()
    await presenter.removePitchVideo({ uuid })
    await expect(presenter.removePitchVideo({ uuid })).rejects.toThrow('VideoNotFound')
    const [, second] = uploads
    const left = (await outcomesOf([presenter.attachPitchVideo({ uuid, upload_id: second })]))[0]
    // one of the uploads was used already
    if (left !== 'done') await presenter.attachPitchVideo({ uuid, upload_id: uploads[0] })
    expect((await info()).id).not.toBe(id)
    await expect(presenter.restoreRecording({ id })).rejects.toThrow('VideoAttached')
  }, 180_000)

  it('[GAP-005, STATE-036] is removed for everybody at once, and taken back; an undone removal prepares it', async () => {
    const { uuid, presenter, admin, viewer, work, play, people, info } = await filmed(plain)
    const { id } = await info()
    await presenter.removePitchVideo({ uuid })
    expect((await presenter.getPitchVideo({ uuid })).video).toBeNull()
    await presenter.restoreRecording({ id })
    await work()
    await admin.approveRecording({ uuid, id })
    const src = (await viewer.getReplay({ uuid })).stretches[0]?.src ?? ''
    await stack.as('coHost').removePitchVideo({ uuid })
    expect((await play(src, people.attendee)).status).toBe(404)
    await expect(viewer.getReplay({ uuid })).rejects.toThrow('RecordingNotFound')
    await presenter.restoreRecording({ id })
    expect((await play(src, people.attendee)).status).toBe(200)
    expect((await stack.actionsOn(id)).filter(action => /Attached|restore/.test(action))).toHaveLength(4)
    // for good after 30 days
    await presenter.removePitchVideo({ uuid })
    await stack.db
      .update(recording)
      .set({ deletedAt: new Date(0) })
      .where(eq(recording.id, id))
    await replayJobs.purgeRecordings({}, stack.frame)
    await runJobs({ ...stack, rooms: { ...stack.frame.rooms, recorded: [] } }, { removeMedia: replayJobs.removeMedia })
    await expect(presenter.restoreRecording({ id })).rejects.toThrow('RecordingNotFound')
    expect(readdirSync(join(stack.frame.settings.dataDir, 'storage', 'recordings'))).not.toContain(id)
  }, 180_000)

  it('is changed by those alone who manage the pitch, with their own upload', async () => {
    const { uuid, viewer, presenter, attach, work, info } = await filmed()
    const upload_id = await upload(plain)
    for (const who of ['member', 'lumenAdmin'] as const)
      await expect(stack.as(who).attachPitchVideo({ uuid, upload_id })).rejects.toThrow('PitchNotFound')
    await expect(viewer.attachPitchVideo({ uuid, upload_id })).rejects.toThrow('NotAllowed')
    await expect(stack.as('coHost').attachPitchVideo({ uuid, upload_id })).rejects.toThrow('UploadNotFound')
    await expect(presenter.attachPitchVideo({ uuid, upload_id: 'none' })).rejects.toThrow('UploadNotFound')
    await attach(plain)
    await work()
    await expect(stack.as('member').removePitchVideo({ uuid })).rejects.toThrow('PitchNotFound')
    // what the person attached is the pitch's
    const { id } = await info()
    await stack.db.transaction(db => purgeLines(db, stack.people.presenter.id))
    expect((await presenter.getReplay({ uuid, id })).stretches).toHaveLength(2)
  }, 180_000)

  it('waits while a pitch is live, says why it failed, and is prepared again', async () => {
    const { uuid, presenter, work, info } = await filmed(plain)
    const { id } = await info()
    const { id: live } = await seedPitch(stack)
    await stack.db.update(pitch).set({ state: 'inProgress' }).where(eq(pitch.id, live))
    await work()
    expect(await presenter.getPitchVideo({ uuid })).toMatchObject({
      waits_for_pitch: true,
      video: { state: 'waiting' },
    })
    await stack.db.update(pitch).set({ state: 'over' }).where(eq(pitch.id, live))
    await stack.frame.storage.remove(sourceKey(id))
    await work()
    expect(await info()).toMatchObject({ state: 'failed', reason: 'the uploaded file is gone' })
    await stack.frame.storage.put(sourceKey(id), plain)
    await presenter.retryPitchVideo({ uuid })
    // it says that it takes more than the disk has
    const setSize = (size: number) =>
      stack.db.update(recordingVideo).set({ size }).where(eq(recordingVideo.recordingId, id))
    await setSize(1e15)
    await work()
    expect(await info()).toMatchObject({ state: 'failed', reason: 'StorageFull' })
    await setSize(plain.length)
    await presenter.retryPitchVideo({ uuid })
    expect(await info()).toMatchObject({ state: 'waiting', reason: '' })
    await work()
    expect((await info()).state).toBe('ready')
  }, 180_000)

  it('is not prepared any more once it is removed in the middle, and goes on after a server that was stopped', async () => {
    const { uuid, presenter, work, info } = await filmed(plain)
    const { id } = await info()
    const stop = new AbortController()
    const stopped = work(stop.signal)
    await expect.poll(async () => (await info()).state, { interval: 5 }).toBe('running')
    stop.abort(new Error('shutdown'))
    await stopped.catch(() => {})
    // another one, made meanwhile, leaves what was made of it alone
    const other = await filmed(plain)
    await other.work()
    expect((await other.info()).state).toBe('ready')
    expect(readdirSync(join(stack.frame.settings.dataDir, 'films'))).toEqual([`video-${id}-parts`])
    await presenter.removePitchVideo({ uuid })
    await presenter.restoreRecording({ id })
    const working = work()
    await expect.poll(async () => (await info()).state, { interval: 5 }).toBe('running')
    await presenter.removePitchVideo({ uuid })
    await working
    expect((await videoOf(stack.db, id))?.state).not.toBe('ready')
    await presenter.restoreRecording({ id })
    await work()
    expect((await info()).state).toBe('ready')
  }, 180_000)

  it('gets slides by hand, which are chapters; a wrong page and two at once are refused', async () => {
    const { uuid, made, presenter, work, info } = await filmed(plain)
    await bringSlides(made)
    const slides = [
      { at: 0, page: 1 },
      { at: 4.5, page: 3 },
    ]
    await presenter.matchPitchVideo({ uuid, slides })
    await expect(presenter.matchPitchVideo({ uuid, slides: [{ at: 1, page: 4 }] })).rejects.toThrow('PageNotFound')
    const twice = [slides[0], slides[0]] as typeof slides
    await expect(presenter.matchPitchVideo({ uuid, slides: twice })).rejects.toThrow('InputInvalid')
    await work()
    expect((await info()).slides).toEqual(slides)
    expect((await presenter.getReplay({ uuid })).pages.map(({ at, text }) => [at, text])).toEqual([
      [0, 'Page 1'],
      [4.5, 'Page 3'],
    ])
    // pages are those of the deck, also after a file that was put before
    await bringSlides(made, 'First.pdf')
    const pages = async () => (await presenter.getReplay({ uuid })).pages.map(({ page }) => page)
    const now = (await info()).slides.map(({ page }) => page)
    expect(await pages()).toEqual(now)
    expect(now).toEqual([4, 6])
    // one that is not in the deck any more keeps the number that it has in its file
    await stack.db
      .update(deckFile)
      .set({ deletedAt: new Date() })
      .where(and(eq(deckFile.pitchId, made.id), eq(deckFile.name, 'Deck.pdf')))
    expect((await info()).slides.map(({ page }) => page)).toEqual([null, null])
    expect(await pages()).toEqual([1, 3])
    await presenter.matchPitchVideo({ uuid, slides: [] })
    expect((await presenter.getReplay({ uuid })).pages).toEqual([])
  }, 180_000)
})

describe('an upload of a video', () => {
  it('[RULE-055] is an .mp4 by its name and by its content, and has a picture', async () => {
    const moov = (bytes: Buffer) => bytes.indexOf('moov') - 4
    const tracks = 10_000
    /** Its head once more with one track ten thousand times. */
    const crowded = () => {
      const at = moov(plain)
      const head = plain.subarray(at, at + plain.readUInt32BE(at))
      const track = head.subarray(head.indexOf('trak') - 4)
      const many = Buffer.concat([
        head.subarray(0, head.indexOf('trak') - 4),
        ...Array(tracks).fill(track.subarray(0, track.readUInt32BE(0))),
      ])
      many.writeUInt32BE(many.length)
      return Buffer.concat([plain.subarray(0, at), many])
    }
    // a second of it lasts hours
    const endless = Buffer.from(plain.toString('latin1').replaceAll('edts', 'free'), 'latin1')
    for (let at = endless.indexOf('mdhd'); at > 0; at = endless.indexOf('mdhd', at + 1))
      endless.writeUInt32BE(1, at + 16)
    const quick = Buffer.from(plain)
    quick.write('qt  ', 8)
    quick.write('qt  qt  qt  qt  ', 16)
    const sound = make('sound.mp4', [...tone(2), '-c:a', 'aac'])
    const wrong: [string, Buffer, string][] = [
      ['Film.mov', plain, 'DeckTypeNotAllowed'],
      ['Film.mp4', Buffer.from('%PDF-1.7 and no video at all'), 'VideoTypeNotAllowed'],
      ['Film.mp4', make('film.mkv', [...test(1), ...h264]), 'VideoTypeNotAllowed'],
      ['Film.mp4', quick, 'VideoTypeNotAllowed'],
      ['Film.mp4', Buffer.alloc(0), 'VideoDamaged'],
      ['Film.mp4', plain.subarray(0, moov(plain) + 20), 'VideoDamaged'],
      ['Film.mp4', sound, 'VideoDamaged'],
      ['Film.mp4', crowded(), 'VideoTooComplex'],
      ['Film.mp4', endless, 'VideoTooComplex'],
    ]
    const found: string[] = []
    for (const [name, bytes] of wrong) found.push(await upload(bytes, name))
    expect(found).toEqual(wrong.map(([, , code]) => code))
    expect(readdirSync(join(stack.frame.settings.dataDir, 'checking'))).toEqual([])
    // its size is known before its first byte
    const headers = {
      ...{ 'tus-resumable': '1.0.0', authorization: `Bearer ${stack.people.presenter.token}` },
      'upload-length': String(10 * 1024 ** 3 + 1),
      'upload-metadata': `filename ${Buffer.from('Film.MP4').toString('base64')}`,
    }
    expect((await stack.app.inject({ method: 'POST', url: '/uploads', headers })).json()).toMatchObject({
      error: 'VideoTooLarge',
    })
  }, 180_000)

  it('is for those alone who manage a pitch, and leaves nothing when it is removed while it is looked into', async () => {
    expect(await upload(plain, 'Film.mp4', 'member')).toBe('NotAllowed')
    await seedPitch(stack, { coHosts: [stack.people.coHost.email] })
    const { storage } = stack.frame
    const put = vi.spyOn(storage, 'put')
    const keys: string[] = []
    put.mockImplementationOnce(async (key, source) => {
      keys.push(key)
      put.mockRestore()
      await storage.put(key, source)
      // its sender's request comes a moment before the upload is noted as finished
      await stack.db.delete(deckUpload).where(eq(deckUpload.accountId, stack.people.coHost.id))
    })
    expect(await upload(plain, 'Film.mp4', 'coHost')).toBe('UploadNotFound')
    expect(keys).toHaveLength(1)
    expect(await storage.read(keys[0] ?? '')).toBeUndefined()
  }, 180_000)

  it('is removed after a day if no pitch takes it, and is no deck', async () => {
    const { uuid } = await seedPitch(stack)
    const upload_id = await upload(plain)
    await expect(stack.as('presenter').createPitchFile({ pitch_uuid: uuid, upload_id })).rejects.toThrow(
      'UploadNotFinished',
    )
    const kept = () => readdirSync(join(stack.frame.settings.dataDir, 'storage', 'recordings'))
    expect(kept()).toContain(idOf(upload_id))
    await cleanDecks(stack.frame, new Date(Date.now() + 25 * 3_600_000))
    expect(kept()).not.toContain(idOf(upload_id))
    await expect(stack.as('presenter').attachPitchVideo({ uuid, upload_id })).rejects.toThrow('UploadNotFound')
  }, 180_000)
})
