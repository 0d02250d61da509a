import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { sourcesNow } from '#features/room/video/server/sendingRights.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { recordingPart } from '../apply.ts'
import { CONSENT_WORDS } from '../rules.ts'
import { recording, recordingConsent } from './tables.ts'

const words = CONSENT_WORDS
let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

async function live(choice: 'not' | 'start' | 'hand', { agrees = true } = {}) {
  const made = await seedPitch(stack, { recording: choice, moderators: [stack.people.member.email] })
  const presenter = stack.as('presenter')
  const { token } = await seedAttendee(stack, made, stack.people.investor)
  const investor = stack.withToken(token)
  if (choice !== 'not') await presenter.answerRecording({ pitch_uuid: made.uuid, agrees, words })
  await presenter.startPitch({ uuid: made.uuid })
  const { frame, people, db } = stack
  return {
    ...{ id: made.id, pitch_uuid: made.uuid, presenter, investor, token },
    set: (is_recording: boolean) => presenter.setRecording({ pitch_uuid: made.uuid, is_recording }),
    isRecorded: async () => (await roomStateOf(db, made.id, recordingPart)).recorded,
    /** What LiveKit would take from a person. */
    sends: async (part: 'owner' | 'attendee') => {
      const account = part === 'owner' ? people.presenter.id : people.investor.id
      return (await sourcesNow({ db, roomModel: frame.roomModel }, { pitch: made, part }, account)).length
    },
    rows: () => db.select().from(recording).where(eq(recording.pitchId, made.id)),
    consents: () => db.select().from(recordingConsent).where(eq(recordingConsent.pitchId, made.id)),
  }
}

describe('an answer', () => {
  it('reaches the person’s other windows in the room, and nobody else', async () => {
    const { pitch_uuid, token, investor } = await live('start')
    const own = follow(stack.connect({ token }, pitch_uuid))
    const other = follow(stack.connect('presenter', pitch_uuid))
    await until(() => own.first && other.first)
    const heard = ({ signals }: typeof own) => signals.filter(({ type }) => type === 'recordingAnswered')
    for (const agrees of [true, false]) await investor.answerRecording({ pitch_uuid, agrees, words })
    await until(() => heard(own).length === 2)
    expect(heard(own).map(({ payload }) => payload)).toEqual([{ agrees: true }, { agrees: false }])
    expect(heard(other)).toEqual([])
  })
})

describe('recording a pitch', () => {
  it('[GAP-024] begins with the pitch, or when its presenter begins it, and ends when they end it', async () => {
    const fromStart = await live('start')
    expect(await fromStart.isRecorded()).toBe(true)
    const byHand = await live('hand')
    expect(await byHand.isRecorded()).toBe(false)
    expect(await byHand.rows()).toEqual([])
    expect(await byHand.set(true)).toEqual({ is_recording: true })
    expect(await byHand.isRecorded()).toBe(true)
    expect(await byHand.set(false)).toEqual({ is_recording: false })
    expect(await byHand.isRecorded()).toBe(false)
    // the same recording goes on
    await byHand.set(true)
    expect(await byHand.rows()).toHaveLength(1)
    expect(await stack.actionsOn(byHand.pitch_uuid)).toEqual([
      'pitch.start',
      ...['recording.start', 'recording.stop', 'recording.start'],
    ])
    await byHand.presenter.endPitch({ uuid: byHand.pitch_uuid })
    expect(await byHand.isRecorded()).toBe(false)
    expect((await byHand.rows())[0]?.endedAt).toBeInstanceOf(Date)
  })

  it('begins once when two presses race', async () => {
    const { set, rows, pitch_uuid } = await live('hand')
    expect(await outcomesOf([set(true), set(true), set(true)])).toEqual(['done', 'done', 'done'])
    expect(await rows()).toHaveLength(1)
    expect(await stack.actionsOn(pitch_uuid)).toEqual(['pitch.start', 'recording.start'])
  })

  it('is refused to everyone but presenters and the leader, before the start, and where a pitch is not recorded', async () => {
    const { pitch_uuid } = await live('hand')
    for (const who of ['member', 'admin'] as const)
      await expect(stack.as(who).setRecording({ pitch_uuid, is_recording: true })).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenAdmin').setRecording({ pitch_uuid, is_recording: true })).rejects.toThrow(
      'PitchNotFound',
    )
    const planned = await seedPitch(stack, { recording: 'hand' })
    const before = stack.as('presenter').setRecording({ pitch_uuid: planned.uuid, is_recording: true })
    await expect(before).rejects.toThrow('PitchStateForbids')
    const not = await live('not')
    await expect(not.set(true)).rejects.toThrow('PitchNotRecorded')
    const answer = not.presenter.answerRecording({ pitch_uuid: not.pitch_uuid, agrees: true, words })
    await expect(answer).rejects.toThrow('PitchNotRecorded')
  })

  it('never records a rehearsal', async () => {
    const made = await seedPitch(stack, { recording: 'start' })
    const presenter = stack.as('presenter')
    const { uuid } = await presenter.openRehearsal({ uuid: made.uuid })
    const info = await presenter.getJoinInfo({ uuid })
    expect(info.recording).toBe('not')
    await expect(presenter.setRecording({ pitch_uuid: uuid, is_recording: true })).rejects.toThrow('PitchNotRecorded')
    expect(await stack.db.select().from(recording).where(eq(recording.pitchId, made.id))).toEqual([])
  })
})

describe('the consent of people', () => {
  it('is stored with its time, its words and their language, each change of it once, before anything is sent', async () => {
    const { investor, pitch_uuid, consents } = await live('start')
    const say = (agrees: boolean) => investor.answerRecording({ pitch_uuid, agrees, words })
    expect((await investor.getJoinInfo({ uuid: pitch_uuid })).agrees_to_recording).toBe(null)
    await say(false)
    await say(true)
    await say(true)
    const of = (await consents()).filter(({ accountId }) => accountId === stack.people.investor.id)
    expect(of.map(({ agrees, words, language }) => [agrees, words, language])).toEqual([
      [false, CONSENT_WORDS, 'en'],
      [true, CONSENT_WORDS, 'en'],
    ])
    expect((await investor.getJoinInfo({ uuid: pitch_uuid })).agrees_to_recording).toBe(true)
    await expect(investor.answerRecording({ pitch_uuid, agrees: true, words: words + 1 })).rejects.toThrow(
      'RecordingWordsChanged',
    )
  })

  it('is needed to be heard or seen while the pitch is recorded, and not otherwise', async () => {
    const { presenter, pitch_uuid, sends, set } = await live('hand', { agrees: false })
    expect(await sends('owner')).toBe(2)
    await presenter.answerRecording({ pitch_uuid, agrees: false, words })
    // whoever begins it agrees
    await set(true)
    expect(await sends('owner')).toBe(2)
    await presenter.answerRecording({ pitch_uuid, agrees: false, words })
    expect(await sends('owner')).toBe(0)
    await set(false)
    expect(await sends('owner')).toBe(2)
  })

  it('takes a person who withdraws it off the stage, and lets them attend and write all the same', async () => {
    const { presenter, investor, pitch_uuid, sends, token } = await live('start')
    const seen = follow(stack.connect({ token }, pitch_uuid))
    await until(() => seen.first)
    await until(async () => (await presenter.getRoomPeople({ pitch_uuid })).here === 1)
    const user_id = stack.people.investor.id
    const grant = () => presenter.grantStage({ pitch_uuid, user_id, microphone: true, camera: true })
    await grant()
    expect(await sends('attendee')).toBe(0)
    await investor.answerRecording({ pitch_uuid, agrees: true, words })
    expect(await sends('attendee')).toBe(2)
    await investor.answerRecording({ pitch_uuid, agrees: false, words })
    expect(await sends('attendee')).toBe(0)
    await until(() => seen.view?.room.stage.granted.length === 0)
    expect(seen.view?.room.recorded).toBe(true)
    await investor.getPitchStatus({ uuid: pitch_uuid })
    expect((await investor.sgGetPitchPagesData({ pitch_uuid })).total).toBe(0)
  })

  it('is to words that do not change without another version', () => {
    const wordings = ['en', 'zh-Hans', 'zh-Hant'].map(
      language => JSON.parse(readFileSync(`web/i18n/${language}/recording.json`, 'utf8')).words as string,
    )
    const hash = createHash('sha256').update(wordings.join('\n')).digest('hex').slice(0, 16)
    expect({ version: CONSENT_WORDS, hash }).toEqual({ version: 3, hash: '3aca01f9c2dced50' })
  })
})
