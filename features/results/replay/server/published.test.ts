import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guestName } from '#features/core/account/veil.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { inviteJobs } from '#features/planning/invite/server/jobs.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { recording, recordingConsent } from '#features/room/recording/server/tables.ts'
import { room } from '#features/room/room/server/tables.ts'
import { caption } from '#features/talk/caption/server/tables.ts'
import { chatMessage } from '#features/talk/chat/server/tables.ts'
import { livePitch } from '#testing/livePitch.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { runJobs } from '#testing/runJobs.ts'
import { type RoomStack, seedAttendee, startRooms } from '#testing/startRooms.ts'
import { releasedPart } from './releasedPart.ts'
import { recordingViewer } from './tables.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

const words = CONSENT_WORDS

/** A recorded pitch whose presenter agreed to be recorded, with an attendee by a join link. */
async function withAttendee(more: Parameters<typeof recordedPitch>[1] = {}) {
  const made = await recordedPitch(stack, more)
  const { uuid } = made
  await made.presenter.answerRecording({ pitch_uuid: uuid, agrees: true, words })
  const { token, attendeeId } = await seedAttendee(stack, made.made, stack.people.investor)
  await stack.db.update(attendee).set({ invitedAt: new Date() }).where(eq(attendee.id, attendeeId))
  const link = { token }
  const viewer = stack.withToken(token)
  return { ...made, link, viewer, attendeeId, admin: stack.as('pitchadmin') }
}

describe('an approved recording', () => {
  it('[GAP-008, GAP-025, PROD-025] is watched by whoever may attend the pitch, and by nobody before or after', async () => {
    const { uuid, id, get, link, viewer, admin } = await withAttendee()
    const isClosed = async () => {
      await expect(viewer.getReplay({ uuid })).rejects.toThrow('RecordingNotFound')
      await expect(viewer.noteWatching({ uuid, spans: [], place: 1 })).rejects.toThrow('RecordingNotFound')
      expect(await viewer.hasReplay({ uuid })).toEqual({ watchable: false })
      for (const file of ['0-2.m3u8', 'h0.mp4', 's0.m4s']) expect((await get(file, link)).statusCode, file).toBe(404)
    }
    await isClosed()
    await admin.approveRecording({ uuid })
    const { stretches, decision, seconds } = await viewer.getReplay({ uuid, id })
    expect(stretches).toMatchObject([{ from: 0, to: 12, source: 'camera' }])
    expect(decision).toBeNull()
    expect(seconds).toBeCloseTo(20, 1)
    expect(await viewer.hasReplay({ uuid })).toEqual({ watchable: true })
    for (const file of ['0-2.m3u8', 'h0.mp4', 's0.m4s']) expect((await get(file, link)).statusCode, file).toBe(200)
    for (const who of ['member', 'lumenAdmin'] as const) {
      await expect(stack.as(who).getReplay({ uuid })).rejects.toThrow('PitchNotFound')
      expect((await get('s0.m4s', who)).statusCode).toBe(404)
    }
    await admin.unapproveRecording({ uuid })
    await isClosed()
    await admin.approveRecording({ uuid })
    await stack.as('presenter').deleteRecording({ id })
    await isClosed()
  })

  it('has the words spoken in it unless the pitch keeps no transcript, also for its team and in files', async () => {
    const { uuid, made, viewer, admin, presenter } = await withAttendee()
    const { id: speakerId } = stack.people.presenter
    await stack.db.insert(caption).values({
      ...{ pitchId: made.id, id: crypto.randomUUID(), speakerId, speakerName: 'Paul', language: 'en' },
      ...{ text: 'We ask for two million.', startedAt: sql`now()`, endedAt: sql`now()` },
    })
    const started = sql`(select min(started_at) from recording where pitch_id = ${made.id}) + interval '2 seconds'`
    await stack.db.update(caption).set({ startedAt: started, endedAt: started }).where(eq(caption.pitchId, made.id))
    await admin.approveRecording({ uuid })
    const words = async (who: typeof viewer) => {
      const { captions, transcript } = await who.getReplay({ uuid })
      const { text } = await who.exportReplayTalk({ uuid, kind: 'captions' })
      return [captions.length, transcript, text.includes('two million')]
    }
    for (const who of [viewer, presenter]) expect(await words(who)).toEqual([1, true, true])
    await stack.db.update(pitch).set({ transcript: false }).where(eq(pitch.id, made.id))
    for (const who of [viewer, presenter]) expect(await words(who)).toEqual([0, false, false])
  })

  it('is no longer watched by a person who was removed', async () => {
    const { uuid, get, link, viewer, admin, attendeeId } = await withAttendee()
    await admin.approveRecording({ uuid })
    expect((await get('s0.m4s', link)).statusCode).toBe(200)
    await stack.db.update(attendee).set({ removedAt: new Date() }).where(eq(attendee.id, attendeeId))
    await expect(viewer.getReplay({ uuid })).rejects.toThrow('PitchNotFound')
    expect((await get('s0.m4s', link)).statusCode).toBe(404)
  })

  it('is approved by those who look after pitches alone, once, and mailed once', async () => {
    const { uuid, id, admin, attendeeId } = await withAttendee()
    for (const who of ['presenter', 'coHost'] as const)
      await expect(stack.as(who).approveRecording({ uuid })).rejects.toThrow('NoPermission')
    await expect(stack.as('member').approveRecording({ uuid })).rejects.toThrow('PitchNotFound')
    await expect(stack.as('lumenAdmin').approveRecording({ uuid })).rejects.toThrow('PitchNotFound')
    expect(await outcomesOf([admin.approveRecording({ uuid }), stack.as('admin').approveRecording({ uuid })])).toEqual([
      'done',
      'done',
    ])
    await admin.unapproveRecording({ uuid })
    await admin.approveRecording({ uuid })
    expect(await stack.actionsOn(id)).toEqual(['recording.approve', 'recording.unapprove', 'recording.approve'])
    await runJobs({ ...stack, rooms: { ...stack.frame.rooms, recorded: [] } }, inviteJobs)
    const mails = await stack.db.select().from(mailMessage).where(eq(mailMessage.kind, 'pitchRecording'))
    expect(mails.filter(({ key }) => key.includes(attendeeId))).toHaveLength(1)
    // the pitch is past: nothing of it goes into calendars again
    expect(new Set(mails.map(({ calendar }) => calendar))).toEqual(new Set([null]))
  })

  it('is approved and taken back by the owner of its pitch, and by no co-host, where the organization allows it', async () => {
    const { uuid, viewer, presenter } = await withAttendee()
    const may = async () => [
      (await presenter.getReplay({ uuid })).decision?.may_approve,
      (await presenter.getRecordingList({ limit: 100 })).items.find(item => item.uuid === uuid)?.may_approve,
    ]
    expect(await may()).toEqual([false, false])
    await expect(presenter.unapproveRecording({ uuid })).rejects.toThrow('NoPermission')
    await stack.as('admin').updateOrganisationSettings({ owners_approve_recordings: true })
    try {
      expect(await may()).toEqual([true, true])
      expect((await presenter.getReplay({ uuid })).decision?.may_cut).toBe(false)
      await expect(stack.as('coHost').approveRecording({ uuid })).rejects.toThrow('NoPermission')
      await stack.as('superadmin').reviewRecording({ uuid, result: 'no pass', reason: 'Names a client' })
      await expect(presenter.approveRecording({ uuid })).rejects.toThrow('RecordingNotPassed')
      await stack.as('superadmin').reviewRecording({ uuid, result: 'pass' })
      // those who look after pitches are told of what was approved without them
      const told = async (who: 'pitchadmin' | 'presenter' | 'member') => (await stack.as(who).getNoticeList({})).total
      const before = [await told('pitchadmin'), await told('presenter'), await told('member')]
      await presenter.approveRecording({ uuid })
      const now = [await told('pitchadmin'), await told('presenter'), await told('member')]
      expect(now.map((total, i) => total - (before[i] ?? 0))).toEqual([1, 0, 0])
      expect((await viewer.hasReplay({ uuid })).watchable).toBe(true)
      await presenter.unapproveRecording({ uuid })
      expect((await viewer.hasReplay({ uuid })).watchable).toBe(false)
      await stack.as('pitchadmin').updatePitchLockStatus({ uuid, is_locked: true })
      expect(await may()).toEqual([false, false])
      await expect(presenter.approveRecording({ uuid })).rejects.toThrow('NoPermission')
    } finally {
      await stack.as('admin').updateOrganisationSettings({ owners_approve_recordings: false })
    }
  })

  it('is not approved before it is whole', async () => {
    const { uuid, id, admin } = await withAttendee()
    await stack.db.update(recording).set({ readyAt: null }).where(eq(recording.id, id))
    await expect(admin.approveRecording({ uuid })).rejects.toThrow('PitchStateForbids')
  })

  it('has the released part alone, on a clock of its own, in its call and in every address of its media', async () => {
    const { uuid, made, get, link, viewer, admin, presenter } = await withAttendee()
    await admin.approveRecording({ uuid })
    await stack.db.update(pitch).set({ auditStart: 3, auditEnd: 12 }).where(eq(pitch.id, made.id))
    const { stretches, seconds, gaps } = await viewer.getReplay({ uuid })
    // the first segment began before the part
    expect(stretches).toMatchObject([{ from: 1, to: 9 }])
    expect([seconds, gaps]).toEqual([9, []])
    expect((await get('s0.m4s', link)).statusCode).toBe(404)
    expect((await get('s1.m4s', link)).statusCode).toBe(200)
    expect((await get('0-2.m3u8', link)).body).not.toContain('s0.m4s')
    expect((await get('s0.m4s')).statusCode).toBe(200)
    expect((await presenter.getReplay({ uuid })).decision?.released).toEqual({ from: 3, to: 12 })
    await stack.db.update(pitch).set({ auditStart: 5, auditEnd: 5 }).where(eq(pitch.id, made.id))
    await expect(viewer.getReplay({ uuid })).rejects.toThrow('RecordingNotFound')
  })

  it('has nobody who does not agree to be recorded, at once', async () => {
    const { uuid, get, link, viewer, admin, presenter } = await withAttendee()
    await admin.approveRecording({ uuid })
    expect((await viewer.getReplay({ uuid })).stretches).toHaveLength(1)
    await presenter.answerRecording({ pitch_uuid: uuid, agrees: false, words })
    expect((await viewer.getReplay({ uuid })).stretches).toEqual([])
    for (const file of ['0-2.m3u8', 'h0.mp4', 's1.m4s']) expect((await get(file, link)).statusCode, file).toBe(404)
    expect((await get('s1.m4s')).statusCode).toBe(200)
  })

  it('still has a person who agreed to earlier words, until they answer otherwise', async () => {
    const { uuid, made, viewer, admin, presenter } = await withAttendee()
    await admin.approveRecording({ uuid })
    const earlier = { words: words - 1 }
    await stack.db.update(recordingConsent).set(earlier).where(eq(recordingConsent.pitchId, made.id))
    expect((await viewer.getReplay({ uuid })).stretches).toHaveLength(1)
    await presenter.answerRecording({ pitch_uuid: uuid, agrees: false, words })
    expect((await viewer.getReplay({ uuid })).stretches).toEqual([])
  })

  it('leaves out the messages of people who do not agree, and deleted ones', async () => {
    const wanted = { recording: 'start', showQuestion: true } as const
    const { pitch_uuid, investor, second, say, group_uuid } = await livePitch(stack, wanted)
    await investor.answerRecording({ pitch_uuid, agrees: true, words })
    await second.answerRecording({ pitch_uuid, agrees: false, words })
    const { id: forwarded = 0 } = await say(investor, 'What is your margin?')
    await stack.as('member').forwardMessages({ pitch_uuid, message_ids: [forwarded] })
    const { items } = await stack.as('member').getQuestionList({ pitch_uuid, state: 'waiting' })
    const [{ id: question_id } = { id: '' }] = items
    await stack.as('member').updateQuestion({ pitch_uuid, question_id, state: 'answering' })
    await say(second, 'Not for the recording')
    const { id: message_id = 0 } = await say(investor, 'Oops')
    await stack.as('member').deleteMessage({ group_uuid, message_id })
    const presenter = stack.as('presenter')
    await presenter.endPitch({ uuid: pitch_uuid })
    const [row] = await stack.db
      .update(recording)
      .set({ readyAt: new Date() })
      .from(pitch)
      .where(eq(pitch.uuid, pitch_uuid))
      .returning({ id: recording.id })
    expect(row).toBeDefined()
    await stack.as('admin').approveRecording({ uuid: pitch_uuid })
    const { messages } = await investor.getReplay({ uuid: pitch_uuid })
    expect(messages).toMatchObject([{ content: 'What is your margin?', hidden: false }])
    const [shown] = messages
    const of = { uuid: pitch_uuid, message_id: shown?.id ?? 0 }
    const admin = stack.as('pitchadmin')
    // a message that was sent on as a question is in the replay twice
    const read = async () => {
      const { messages, questions } = await investor.getReplay({ uuid: pitch_uuid })
      expect(questions).toHaveLength(messages.length)
      return messages.length
    }
    expect(await read()).toBe(1)
    const { say: elsewhere, investor: guest } = await livePitch(stack)
    const { id: ofOther = 0 } = await elsewhere(guest, 'In another pitch')
    await expect(admin.hideRecordingMessage({ ...of, message_id: ofOther })).rejects.toThrow('MessageNotFound')
    expect(await outcomesOf([admin.hideRecordingMessage(of), admin.hideRecordingMessage(of)])).toEqual(['done', 'done'])
    expect(await read()).toBe(0)
    expect((await presenter.getReplay({ uuid: pitch_uuid })).messages[0]).toMatchObject({
      id: of.message_id,
      hidden: true,
    })
    await admin.showRecordingMessage(of)
    expect(await read()).toBe(1)
    const { id } = await presenter.getReplay({ uuid: pitch_uuid })
    const done = (await stack.actionsOn(id)).filter(action => /hide|show/.test(action))
    expect(done).toEqual(['recording.hide', 'recording.show'])
    // who wrote it by role, and when: neither the words nor the name
    const entries = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, id))
    const hidden = entries.find(({ action }) => action === 'recording.hide')?.detail
    expect(hidden).toMatchObject({ message: of.message_id, author: 'attendee' })
    expect(Math.abs(Date.now() - Date.parse(String(hidden?.['sent'])))).toBeLessThan(60_000)
    expect(JSON.stringify(hidden)).not.toMatch(/margin|Ivy/)
    expect((await presenter.getReplay({ uuid: pitch_uuid })).messages).toHaveLength(2)
    expect(await stack.db.$count(chatMessage)).toBeGreaterThan(2)
  })

  it('[PERM-058, PERM-059] shows guests by the aliases of their room, in guest mode', async () => {
    const { pitch_uuid, investor, second, say } = await livePitch(stack, { recording: 'start', watermark: true })
    const presenter = stack.as('presenter')
    await investor.answerRecording({ pitch_uuid, agrees: true, words })
    await presenter.updateGuestMode({ uuid: pitch_uuid, on: true })
    await say(investor, 'What is your margin?')
    await presenter.endPitch({ uuid: pitch_uuid })
    const ofPitch = sql`${recording.pitchId} = (select id from pitch where uuid = ${pitch_uuid})`
    await stack.db.update(recording).set({ readyAt: new Date() }).where(ofPitch)
    await stack.as('admin').approveRecording({ uuid: pitch_uuid })
    for (const client of [second, presenter]) {
      const replay = await client.getReplay({ uuid: pitch_uuid })
      expect(replay.messages).toMatchObject([{ content: 'What is your margin?' }])
      const { id } = stack.people.investor
      for (const secret of [id, guestName(id), 'Ivy']) expect(JSON.stringify(replay)).not.toContain(secret)
    }
  })
})

describe('a watermark', () => {
  it('[PERM-059] is the viewer’s own name, in guest mode their number in the room, for a pitch that wants it alone', async () => {
    const { uuid, made, viewer, admin, presenter } = await withAttendee()
    await admin.approveRecording({ uuid })
    const marks = async (client = viewer) => [
      (await client.getReplay({ uuid })).watermark,
      (await client.sgGetPitchPagesData({ pitch_uuid: uuid })).watermark,
    ]
    expect(await marks()).toEqual(['', ''])
    expect((await viewer.getJoinInfo({ uuid })).watermark).toBe(false)
    await stack.db.update(pitch).set({ watermark: true }).where(eq(pitch.id, made.id))
    expect(await marks()).toEqual(['Ivy Investor', 'Ivy Investor'])
    expect((await viewer.getJoinInfo({ uuid })).watermark).toBe(true)
    const own = (await marks(presenter))[0]
    expect(own).not.toBe('Ivy Investor')
    await stack.db
      .update(room)
      .set({
        state: sql`jsonb_set(${room.state}, '{guests}', '{"on": true, "hosts": []}')`,
      })
      .where(eq(room.pitchId, made.id))
    const [replay, slides] = await marks()
    expect(replay).toMatch(/^Guest #[\dA-F]{4}$/)
    expect(slides).toBe(replay)
    // the number of the room, which leads to no account
    expect(replay).not.toContain(guestName(stack.people.investor.id))
    expect((await marks(presenter))[0]).toBe(own)
  })
})

describe('the released part', () => {
  it('begins with the slide that was shown then', () => {
    const page = (at: number, number: number) => ({
      ...{ at, page: number, url: '', thumb_url: '', text: '', width: 16, height: 9 },
    })
    const asked = (at: number, user_id: string | null) => ({ at, user_id, message_id: null, content: 'How?' })
    const caption = (from: number, to: number, user_id: string) => ({ from, to, user_id, name: '', text: '' })
    const whole = {
      ...{ stretches: [], gaps: [{ from: 0, to: 2 }], off: [{ from: 8, to: 15 }], silences: [{ from: 3, to: 6 }] },
      pages: [page(0, 1), page(4, 2), page(9, 3), page(30, 4)],
      questions: [asked(6, 'a'), asked(7, null), asked(8, 'b'), asked(12, 'a')],
      messages: [{ id: 1, at: 6, user_id: 'a', name: '', content: 'In', hidden: false }],
      captions: [caption(4, 6, 'a'), caption(6, 8, 'a'), caption(6, 8, 'b')],
    }
    expect(releasedPart(whole, { from: 5, to: 10 }, id => id === 'a')).toEqual({
      ...{ stretches: [], gaps: [], off: [{ from: 3, to: 5 }], silences: [{ from: 0, to: 1 }] },
      pages: [page(0, 2), page(4, 3)],
      // one of somebody who does not agree, and one without a name, are left out
      questions: [asked(1, 'a')],
      messages: [{ id: 1, at: 1, user_id: 'a', name: '', content: 'In', hidden: false }],
      captions: [caption(1, 3, 'a')],
    })
  })
})

describe('a review', () => {
  it('[GAP-007, STATE-043, STATE-044, STATE-045] is a superadmin’s opinion, and one that does not pass forbids the approval', async () => {
    const { uuid, id, admin, viewer, presenter } = await withAttendee()
    for (const who of ['presenter', 'admin', 'pitchadmin'] as const)
      await expect(stack.as(who).reviewRecording({ uuid, result: 'pass' })).rejects.toThrow('NotAllowed')
    const reviewer = stack.as('superadmin')
    const review = async () => (await presenter.getReplay({ uuid })).decision
    expect(await review()).toMatchObject({ review: 'unreviewed', reviewed_time: null, may_approve: false })
    await reviewer.reviewRecording({ uuid, result: 'pass' })
    expect(await review()).toMatchObject({ review: 'pass' })
    await admin.approveRecording({ uuid })
    expect((await viewer.getReplay({ uuid })).id).toBe(id)
    await reviewer.reviewRecording({ uuid, result: 'no pass', reason: 'Names a client' })
    expect(await review()).toMatchObject({ review: 'no pass', reason: 'Names a client', approved_time: null })
    await expect(viewer.getReplay({ uuid })).rejects.toThrow('RecordingNotFound')
    await expect(admin.approveRecording({ uuid })).rejects.toThrow('RecordingNotPassed')
    const listed = async (result: 'pass' | 'no pass') =>
      (await reviewer.getRecordingList({ limit: 100, review: result })).items.some(item => item.id === id)
    expect([await listed('no pass'), await listed('pass')]).toEqual([true, false])
    await reviewer.reviewRecording({ uuid, result: 'unreviewed' })
    await admin.approveRecording({ uuid })
    expect((await viewer.getReplay({ uuid })).id).toBe(id)
  })
})

describe('[CALL-062, ENT-025] the viewers of a recording', () => {
  it('are noted with what they can have watched at most, for those who manage the pitch', async () => {
    const { uuid, id, viewer, admin, presenter } = await withAttendee()
    await admin.approveRecording({ uuid })
    const now = await stack.db.select().from(recordingViewer).where(eq(recordingViewer.recordingId, id))
    expect(now).toEqual([])
    await viewer.noteWatching({ uuid, spans: [{ from: 1, to: 11 }], place: 11 })
    // nobody watches all of it a hundred times within a moment
    const again = Array.from({ length: 50 }, () => ({ from: 0, to: 20 }))
    await viewer.noteWatching({ uuid, spans: again, place: 5 })
    const { items, total } = await presenter.getRecordingViewerList({ uuid })
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({ email: stack.people.investor.email, farthest: 11 })
    expect(items[0]?.seconds).toBeGreaterThanOrEqual(10)
    expect(items[0]?.seconds).toBeLessThan(20)
    expect((await presenter.getRecordingViewerList({ uuid, name: 'no such' })).total).toBe(0)
    await expect(viewer.getRecordingViewerList({ uuid })).rejects.toThrow('NotAllowed')
    await expect(stack.as('member').getRecordingViewerList({ uuid })).rejects.toThrow('PitchNotFound')
  })

  it('go on where they left, on the clock of the part that they see, and begin again near its ends', async () => {
    const { uuid, made, viewer, admin } = await withAttendee()
    await admin.approveRecording({ uuid })
    const left = async () => (await viewer.getReplay({ uuid })).left_at
    expect(await left()).toBeNull()
    await viewer.noteWatching({ uuid, spans: [], place: 11 })
    expect(await left()).toBe(11)
    await stack.db.update(pitch).set({ auditStart: 3, auditEnd: 20 }).where(eq(pitch.id, made.id))
    expect(await viewer.getReplay({ uuid })).toMatchObject({ begins_at: 3, left_at: 8 })
    await viewer.noteWatching({ uuid, spans: [], place: 4 })
    expect(await left()).toBeNull()
    await viewer.noteWatching({ uuid, spans: [], place: 16 })
    expect(await left()).toBeNull()
  })
})
