import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { jobFolder } from '#features/room/recording/server/egress/outputs.ts'
import { segmentKey } from '#features/room/recording/server/keys.ts'
import { lineOf } from '#features/room/recording/server/queries.ts'
import { recording, recordingLine } from '#features/room/recording/server/tables.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { livePitch } from '#testing/livePitch.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { runJobs } from '#testing/runJobs.ts'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'
import { KEPT_DAYS } from '../rules.ts'
import { letRecordingsGo, purgeLines, replayJobs } from './jobs.ts'
import { playlistOf, stretchesOf } from './playlist.ts'
import { timelineOf } from './timeline.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

const DAY = 86_400_000
const work = () => runJobs({ ...stack, rooms: { ...stack.frame.rooms, recorded: [] } }, replayJobs)
const piece = (number: number, startsAt: number, seconds = 4, head = 0) => ({ number, startsAt, seconds, head })

describe('a stretch', () => {
  it('ends where nothing was recorded, and not at the small holes between segments', () => {
    expect(stretchesOf([piece(0, 1), piece(1, 5.1), piece(2, 30), piece(3, 34)])).toEqual([
      { from: 1, to: 9.1, first: 0, last: 1 },
      { from: 30, to: 38, first: 2, last: 3 },
    ])
  })

  it('is a playlist that names the head of each coding before its segments', () => {
    expect(playlistOf([piece(3, 0), piece(4, 4, 2.5, 1)]).split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="h0.mp4"',
      '#EXTINF:4.00000,',
      's3.m4s',
      '#EXT-X-MAP:URI="h1.mp4"',
      '#EXTINF:2.50000,',
      's4.m4s',
      '#EXT-X-ENDLIST',
      '',
    ])
  })
})

describe('the timeline', () => {
  const file = crypto.randomUUID()
  let seq = 0
  const at = (second: number, type: RoomEvent['type'], payload: object = {}) =>
    ({ seq: ++seq, type, payload, at: new Date(second * 1000).toISOString() }) as RoomEvent

  it('has the slides of the room’s own events, and the times at which nothing was to be recorded', () => {
    const events = [
      at(1, 'deckChanged', { pages: 3, files: [{ id: file, pages: 3 }] }),
      at(10, 'pitchStarted', { startedAt: '', host: file }),
      at(10, 'recordingStarted'),
      at(20, 'pageChanged', { page: 2, action: 'right', index: 0, sender: file }),
      at(30, 'pitchPaused'),
      at(40, 'pitchResumed'),
      at(45, 'recordingStopped'),
      at(50, 'pageChanged', { page: 3, action: 'right', index: 0, sender: file }),
      at(55, 'recordingStarted'),
      at(60, 'pitchEnded', { endedAt: '' }),
      at(70, 'pageChanged', { page: 1, action: 'left', index: 0, sender: file }),
    ]
    expect(timelineOf(roomModel, events, { from: 10_000, to: 60_000 })).toEqual({
      shown: [
        { at: 0, page: 1, fileId: file, number: 1 },
        { at: 10, page: 2, fileId: file, number: 2 },
        { at: 40, page: 3, fileId: file, number: 3 },
      ],
      off: [
        { from: 20, to: 30 },
        { from: 35, to: 45 },
      ],
      asked: [],
    })
  })

  it('has the questions from when they were answered, without those that were withdrawn', () => {
    const question = (question_id: string, account: string | null, content: string) => ({
      question: { question_id, account, name: '', content },
    })
    const events = [
      at(10, 'pitchStarted', { startedAt: '', host: file }),
      at(15, 'questionShown', question('1', file, 'How much?')),
      at(20, 'questionShown', { question: null }),
      at(25, 'questionShown', question('2', null, 'Why now?')),
      at(27, 'questionShown', question('3', file, '')),
    ]
    expect(timelineOf(roomModel, events, { from: 10_000, to: 60_000 }).asked).toEqual([
      { at: 5, user_id: file, message_id: null, content: 'How much?' },
      { at: 15, user_id: null, message_id: null, content: 'Why now?' },
    ])
  })

  it('has no hole at its begin, which is noted a moment before its event', () => {
    const events = [at(10, 'pitchStarted', { startedAt: '', host: file }), at(10.04, 'recordingStarted')]
    expect(timelineOf(roomModel, events, { from: 10_000, to: 20_000 }).off).toEqual([])
  })
})

const recorded = (more: Parameters<typeof recordedPitch>[1] = {}) => recordedPitch(stack, more)

describe('a replay', () => {
  it('has what was sent and what is missing', async () => {
    const { uuid, presenter, get, id, line } = await recorded()
    const replay = await presenter.getReplay({ uuid })
    expect(replay).toMatchObject({ id, state: 'pending', gaps: [{ from: 12, to: 20 }] })
    expect(replay.stretches).toEqual([
      {
        ...{ from: 0, to: 12, source: 'camera', user_id: stack.people.presenter.id, name: 'Paul Presenter' },
        src: `/recordings/${id}/${line}/0-2.m3u8`,
      },
    ])
    expect((await get('0-2.m3u8')).body).toContain('s2.m4s')
    expect((await get('1-1.m3u8')).body).not.toContain('s2.m4s')
    expect((await get('h0.mp4')).body).toBe('0123456789')
    expect((await get('s1.m4s', 'presenter', { range: 'bytes=2-4' })).body).toBe('234')
    expect((await get('s1.m4s', 'presenter', { range: 'bytes=7-' })).body).toBe('789')
    expect((await get('s1.m4s', 'presenter', { range: 'bytes=99-' })).statusCode).toBe(416)
  })

  it('has the chat of that time without deleted messages, and the captions', async () => {
    const { pitch_uuid, investor, say, group_uuid } = await livePitch(stack, { recording: 'start' })
    await say(investor, 'What is your margin?')
    const { id: message_id = 0 } = await say(investor, 'Oops')
    await stack.as('member').deleteMessage({ group_uuid, message_id })
    const presenter = stack.as('presenter')
    await presenter.answerRecording({ pitch_uuid, agrees: true, words: CONSENT_WORDS })
    const sentence = { id: crypto.randomUUID(), text: 'Robots that clean hulls.', language: 'en', final: true } as const
    await presenter.sendCaption({ pitch_uuid, ...sentence })
    await presenter.endPitch({ uuid: pitch_uuid })
    const { messages, captions, seconds } = await presenter.getReplay({ uuid: pitch_uuid })
    expect(messages.map(({ content }) => content)).toEqual(['What is your margin?'])
    expect(messages[0]?.at).toBeLessThan(seconds)
    expect(captions.map(({ text, name }) => [text, name])).toEqual([['Robots that clean hulls.', 'Paul Presenter']])
  })

  it('is for those who manage the pitch, by its call and by every address of its media', async () => {
    const { uuid, get, made } = await recorded({ isPublic: true })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    for (const who of ['coHost', 'admin', 'pitchadmin', 'superadmin'] as const) {
      expect((await stack.as(who).getReplay({ uuid })).stretches).toHaveLength(1)
      expect((await get('s0.m4s', who)).statusCode).toBe(200)
    }
    for (const who of ['member', 'investor', 'lumenAdmin', 'useradmin'] as const) {
      await expect(stack.as(who).getReplay({ uuid })).rejects.toThrow(/^(Pitch|Recording)NotFound$/)
      for (const file of ['s0.m4s', 'h0.mp4', '0-2.m3u8'])
        expect((await get(file, who)).statusCode, `${who} ${file}`).toBe(404)
    }
    expect((await get('s0.m4s', { token })).statusCode).toBe(404)
    expect((await get('s0.m4s', null)).statusCode).toBe(401)
    for (const file of ['s9.m4s', 's0.mp4', 'x', '..%2fs0.m4s', '0-2.m3u8x', 's0.m4s%00', '9-1.m3u8'])
      expect((await get(file)).statusCode, file).toBe(404)
  })

  it('[STATE-031, STATE-033] is gone for everybody when the pitch is presented again, and restored by those who look after pitches', async () => {
    for (const again of ['RestartPitch', 'resetPitch'] as const) {
      const { uuid, id, get } = await recorded()
      await stack.as('admin')[again]({ uuid })
      await expect(stack.as('admin').getReplay({ uuid })).rejects.toThrow('RecordingNotFound')
      expect((await get('s0.m4s')).statusCode).toBe(404)
      await expect(stack.as('presenter').restoreRecording({ id })).rejects.toThrow('NoPermission')
      await stack.as('admin').restoreRecording({ id })
      expect((await stack.as('presenter').getReplay({ uuid })).id).toBe(id)
    }
  })

  it('is deleted at once, restored by whoever manages the pitch, and removed with its files after thirty days', async () => {
    const { uuid, id, line, get, presenter, storage } = await recorded()
    await expect(stack.as('member').deleteRecording({ id })).rejects.toThrow('RecordingNotFound')
    expect(await outcomesOf([presenter.deleteRecording({ id }), presenter.deleteRecording({ id })])).toEqual(
      expect.arrayContaining(['done', 'RecordingNotFound']),
    )
    expect((await get('s0.m4s')).statusCode).toBe(404)
    await expect(presenter.getReplay({ uuid })).rejects.toThrow('RecordingNotFound')
    const listed = async (deleted: boolean) =>
      (await presenter.getRecordingList({ limit: 100, deleted })).items.find(item => item.id === id)
    expect(await listed(false)).toBeUndefined()
    expect((await listed(true))?.restorable_until).not.toBeNull()
    await presenter.restoreRecording({ id })
    expect(await listed(false)).toMatchObject({ uuid, state: 'pending', bytes: 30, restorable_until: null })
    expect((await get('s0.m4s')).statusCode).toBe(200)
    await presenter.deleteRecording({ id })
    expect(await stack.actionsOn(id)).toEqual(['recording.delete', 'recording.restore', 'recording.delete'])
    await replayJobs.purgeRecordings({}, stack.frame)
    expect(await storage.read(segmentKey(id, line, 0))).toBeDefined()
    const long = new Date(Date.now() - (KEPT_DAYS + 1) * DAY)
    await stack.db.update(recording).set({ deletedAt: long }).where(eq(recording.id, id))
    const left = `${jobFolder(id, 'one')}/left.mp4`
    await storage.put(left, Buffer.from('what LiveKit Egress has left'))
    // what cannot be removed now is removed later
    const remove = () => Promise.reject(new Error('the storage is away'))
    await replayJobs.purgeRecordings({}, { ...stack.frame, storage: { ...storage, remove } })
    await work()
    expect(await storage.read(segmentKey(id, line, 0))).toBeUndefined()
    expect(await storage.read(left)).toBeUndefined()
    expect(await listed(true)).toBeUndefined()
  })

  it('goes with its pitch, and with what LiveKit Egress has left in the folder that they share', async () => {
    const { id, line, made, storage } = await recorded()
    const here = await mkdtemp(join(tmpdir(), 'rostrum-egress-'))
    await mkdir(join(here, jobFolder(id, 'one')), { recursive: true })
    await writeFile(join(here, jobFolder(id, 'one'), 'left.ts'), 'left')
    await stack.db.transaction(tx => letRecordingsGo(tx, made.id))
    const settings = { ...stack.frame.settings, egress: { url: '', folder: { here, there: here } } }
    await runJobs(
      { ...stack, frame: { ...stack.frame, settings }, rooms: { ...stack.frame.rooms, recorded: [] } },
      replayJobs,
    )
    expect(await storage.read(segmentKey(id, line, 0))).toBeUndefined()
    expect(await readdir(join(here, 'egress'))).toEqual([])
    await rm(here, { recursive: true })
  })

  it('is not deleted while its pitch is live', async () => {
    const made = await seedPitch(stack, { recording: 'start' })
    const presenter = stack.as('presenter')
    await presenter.startPitch({ uuid: made.uuid })
    const { id, state } = await presenter.getReplay({ uuid: made.uuid })
    expect(state).toBe('live')
    await expect(presenter.deleteRecording({ id })).rejects.toThrow('PitchStateForbids')
  })
})

describe('a person who is removed for good', () => {
  it('goes from all recordings with what they sent, which leaves the storage too', async () => {
    const { id, line, get, storage } = await recorded()
    const other = await lineOf(stack.db, id, stack.people.coHost.id, 'microphone')
    await storage.put(segmentKey(id, other.id, 0), Buffer.from('sound'))
    const { frame, db } = stack
    const going = await recorded()
    await lineOf(db, going.id, stack.people.coHost.id, 'microphone')
    await db.update(recording).set({ readyAt: null }).where(eq(recording.id, going.id))
    const left = (of: string) => `${jobFolder(of, 'one')}/left.mp4`
    for (const of of [id, going.id]) await storage.put(left(of), Buffer.from('what LiveKit Egress has left'))
    await db.transaction(tx => purgeLines(tx, stack.people.coHost.id))
    await work()
    expect(await storage.read(left(id))).toBeUndefined()
    expect(await storage.read(left(going.id))).toBeDefined()
    const lines = await db.select().from(recordingLine).where(eq(recordingLine.recordingId, id))
    expect(lines.map(row => row.id)).toEqual([line])
    expect(await frame.storage.read(segmentKey(id, other.id, 0))).toBeUndefined()
    expect((await get('s0.m4s')).statusCode).toBe(200)
  })
})

describe('[CALL-061] the list of recordings', () => {
  it('has those of the pitches that the caller manages, searched and sorted, of no other organisation', async () => {
    const { id } = await recorded({ presentationName: 'Zebra crossing' })
    const listOf = async (who: PersonName, more = {}) =>
      (await stack.as(who).getRecordingList({ limit: 100, ...more })).items.map(item => item.id)
    expect(await listOf('presenter', { name: 'zebra' })).toEqual([id])
    expect(await listOf('admin', { name: 'zebra' })).toEqual([id])
    expect(await listOf('presenter', { name: 'no such' })).toEqual([])
    expect(await listOf('lumenAdmin')).toEqual([])
    const byName = (await stack.as('admin').getRecordingList({ limit: 100, sort: 'name', order: 'desc' })).items
    expect(byName[0]?.id).toBe(id)
  })
})
