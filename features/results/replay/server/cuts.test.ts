import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { segmentKey } from '#features/room/recording/server/keys.ts'
import { lineOf, storePiece } from '#features/room/recording/server/queries.ts'
import { SILENCE, segmentOf } from '#features/room/recording/server/recorder/mp4.ts'
import { caption, captionTranslation } from '#features/talk/caption/server/tables.ts'
import { hashOf } from '#features/talk/caption/server/translating/queries.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { type RoomStack, seedAttendee, startRooms } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

/** The words of a packet of sound. */
const packet = (at: number) => Buffer.from(`packet ${at}`)

/** An approved recording in which a presenter, who agreed, also speaks for eight seconds, and an attendee of the pitch. */
async function withSound() {
  const made = await recordedPitch(stack)
  const { uuid, id } = made
  await made.presenter.answerRecording({ pitch_uuid: uuid, agrees: true, words: CONSENT_WORDS })
  const { id: line } = await lineOf(stack.db, id, stack.people.presenter.id, 'microphone')
  await storePiece(stack.db, { type: 'head', line, number: 0, codecs: 'opus', bytes: Buffer.from('head') })
  for (const number of [0, 1]) {
    const samples = Array.from({ length: 200 }, (_, i) => ({
      data: packet(number * 200 + i),
      key: true,
      duration: 960,
    }))
    const bytes = segmentOf(number + 1, number * 4 * 48_000, samples)
    await stack.frame.storage.put(segmentKey(id, line, number), bytes)
    await storePiece(stack.db, { type: 'segment', line, number, head: 0, start: number * 4, duration: 4, bytes })
  }
  const { token } = await seedAttendee(stack, made.made, stack.people.investor)
  const admin = stack.as('pitchadmin')
  await admin.approveRecording({ uuid })
  const sound = async (number: number, who: Parameters<typeof made.get>[1] = { token }, headers = {}) => {
    const authorization = `Bearer ${typeof who === 'string' ? stack.people[who].token : who?.token}`
    const url = `/recordings/${id}/${line}/s${number}.m4s`
    return stack.app.inject({ url, headers: { authorization, ...headers } })
  }
  const say = async (text: string, from: number, to: number, language = 'en' as const) => {
    const at = (seconds: number) => new Date(made.startedAt.getTime() + seconds * 1000)
    const speaker = { speakerId: stack.people.presenter.id, speakerName: 'Paula Presenter' }
    const row = { pitchId: made.made.id, id: crypto.randomUUID(), language, text }
    await stack.db.insert(caption).values({ ...row, ...speaker, startedAt: at(from), endedAt: at(to) })
    return row
  }
  return { ...made, admin, viewer: stack.withToken(token), sound, say }
}

describe('sound that is muted', () => {
  it('is silence for attendees, to the packet, and nothing else is changed', async () => {
    const { uuid, admin, sound } = await withSound()
    const before = (await sound(0)).rawPayload
    await admin.muteRecording({ uuid, from: 1, to: 2.5 })
    const samples = Array.from({ length: 200 }, (_, i) => ({
      ...{ data: i >= 50 && i < 125 ? SILENCE : packet(i), key: true, duration: 960 },
    }))
    const muted = await sound(0)
    expect(muted.rawPayload.equals(segmentOf(1, 0, samples))).toBe(true)
    const range = await sound(0, undefined, { range: `bytes=4-7` })
    expect([range.statusCode, range.body]).toEqual([206, 'moof'])
    // the other segment, and those who decide what is muted
    expect((await sound(1)).rawPayload.includes(packet(200))).toBe(true)
    expect((await sound(0, 'presenter')).rawPayload.equals(before)).toBe(true)
    await admin.unmuteRecording({ uuid, from: 1, to: 2.5 })
    expect((await sound(0)).rawPayload.equals(before)).toBe(true)
  })

  it('is not read in captions and files either', async () => {
    const { uuid, admin, viewer, presenter, say } = await withSound()
    await say('Welcome', 0, 1)
    await say('The client is Acme', 1.5, 2)
    await admin.muteRecording({ uuid, from: 1, to: 2.5 })
    expect((await viewer.getReplay({ uuid })).captions.map(({ text }) => text)).toEqual(['Welcome'])
    for (const kind of ['captions', 'transcript'] as const) {
      expect((await viewer.exportReplayTalk({ uuid, kind })).text).not.toContain('Acme')
      expect((await presenter.exportReplayTalk({ uuid, kind })).text).toContain('Acme')
    }
  })

  it('is muted by those who look after pitches alone, once, with an entry in the audit log', async () => {
    const { uuid, id, admin, presenter, viewer } = await withSound()
    const cut = { uuid, from: 1, to: 2 }
    for (const client of [presenter, viewer]) {
      await expect(client.muteRecording(cut)).rejects.toThrow('NotAllowed')
      await expect(client.releaseRecordingPart(cut)).rejects.toThrow('NotAllowed')
    }
    await expect(stack.as('lumenAdmin').muteRecording(cut)).rejects.toThrow('PitchNotFound')
    await outcomesOf([admin.muteRecording(cut), stack.as('admin').muteRecording(cut)])
    expect((await presenter.getReplay({ uuid })).decision?.mutes).toEqual([{ from: 1, to: 2 }])
    await outcomesOf([admin.unmuteRecording(cut), stack.as('admin').unmuteRecording(cut)])
    expect(await stack.actionsOn(id)).toEqual(['recording.approve', 'recording.mute', 'recording.unmute'])
  })
})

describe('the released part', () => {
  it('[RULE-061] is set for the recording alone, and its end is not before its start', async () => {
    const { uuid, id, admin, viewer, presenter, get } = await withSound()
    await expect(admin.releaseRecordingPart({ uuid, from: 5, to: 4.9 })).rejects.toThrow('InputInvalid')
    await expect(admin.muteRecording({ uuid, from: 5, to: 4.9 })).rejects.toThrow('InputInvalid')
    await admin.releaseRecordingPart({ uuid, from: 4, to: 12 })
    expect(await viewer.getReplay({ uuid })).toMatchObject({ seconds: 8 })
    expect((await presenter.getReplay({ uuid })).decision).toMatchObject({
      ...{ released: { from: 4, to: 12 }, has_own_part: true },
    })
    const link = (await get('s0.m4s', 'investor')).statusCode
    expect(link).toBe(404)
    // equal is allowed, and nothing is left to watch
    await admin.releaseRecordingPart({ uuid, from: 5, to: 5 })
    await expect(viewer.getReplay({ uuid })).rejects.toThrow('RecordingNotFound')
    await admin.clearRecordingPart({ uuid })
    await admin.clearRecordingPart({ uuid })
    expect((await viewer.getReplay({ uuid })).seconds).toBeCloseTo(20, 1)
    expect(await stack.actionsOn(id)).toEqual([
      ...['recording.approve', 'recording.release', 'recording.release', 'recording.releaseAll'],
    ])
  })
})

describe('the files of what was said', () => {
  it('are on the clock of the released part, in a language that captions were translated into', async () => {
    const { uuid, made, admin, viewer, say } = await withSound()
    await say('Too early', 0, 1)
    const row = await say('Forty firms pay us', 5, 6)
    const translated = { pitchId: made.id, language: 'ja' as const, text: '四十社', claimedAt: new Date() }
    await stack.db.insert(captionTranslation).values({ ...translated, hash: hashOf(row) })
    await admin.releaseRecordingPart({ uuid, from: 4, to: 12 })
    expect((await viewer.getReplay({ uuid })).caption_languages).toEqual(['ja'])
    const { filename, text } = await viewer.exportReplayTalk({ uuid, kind: 'captions', language: 'ja' })
    expect(filename).toMatch(/-ja\.vtt$/)
    expect(text).toMatch(/^WEBVTT\nLanguage: ja\n/)
    expect(text).toContain('00:00:01.000 --> 00:00:02.500\n<v Paula Presenter>四十社')
    expect(text).not.toContain('Too early')
    const transcript = await viewer.exportReplayTalk({ uuid, kind: 'transcript' })
    expect(transcript.text).toBe('\uFEFF0:01  Paula Presenter: Forty firms pay us\r\n')
    await expect(stack.as('member').exportReplayTalk({ uuid, kind: 'captions' })).rejects.toThrow('PitchNotFound')
  })

  it('let nobody write a line or a cue that another person seems to have said', async () => {
    const { uuid, viewer, say } = await withSound()
    await say('So\r\n0:07  Ada Okafor: I guarantee it\n\n9\n00:00:07.000 --> 00:00:09.000\n<v Ada>Yes', 5, 6)
    const of = async (kind: 'captions' | 'transcript') => (await viewer.exportReplayTalk({ uuid, kind })).text
    expect((await of('transcript')).trimEnd().split('\n')).toHaveLength(1)
    const vtt = await of('captions')
    expect(vtt.match(/-->/g)).toHaveLength(1)
    expect(vtt).not.toContain('<v Ada')
  })

  it('are for nobody before the approval', async () => {
    const { uuid, admin, viewer } = await withSound()
    await admin.unapproveRecording({ uuid })
    await expect(viewer.exportReplayTalk({ uuid, kind: 'captions' })).rejects.toThrow('RecordingNotFound')
  })
})
