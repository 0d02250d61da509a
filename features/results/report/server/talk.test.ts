import Papa from 'papaparse'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { onlyThem } from '#features/core/account/server/nameless.ts'
import { guestName } from '#features/core/account/veil.ts'
import { aliasesOf } from '#features/room/guest/server/aliases.ts'
import { takeNames } from '#features/room/guest/server/takeNames.ts'
import { livePitch } from '#testing/livePitch.ts'
import { type RoomStack, startRooms } from '#testing/startRooms.ts'

// the same few people say more here than anyone types
vi.mock('#server/pace.ts', async pace => ({
  ...(await pace<typeof import('#server/pace.ts')>()),
  newPace: () => () => true,
}))

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

async function live() {
  const { made, pitch_uuid: uuid, group_uuid, investor, second, say } = await livePitch(stack, { showQuestion: true })
  const presenter = stack.as('presenter')
  const ask = (client: typeof investor, content: string) =>
    client.askQuestion({ pitch_uuid: uuid, content, is_named: true, local_question_id: crypto.randomUUID() })
  const csvOf = async (kind: 'questions' | 'chat') => {
    const { csv, filename } = await presenter.exportPitchReport({ uuid, kind })
    return { filename, rows: Papa.parse<string[]>(csv.slice(1).trimEnd()).data }
  }
  return { made, uuid, presenter, ivy: investor, ines: second, say, ask, csvOf, group_uuid }
}

describe('getPitchQuestions', () => {
  it('lists what was asked and what became of it, unanswered first, without what was taken back', async () => {
    const { uuid, presenter, ivy, ines, say, ask, csvOf } = await live()
    const [first, second, third, gone] = [
      await ask(ivy, 'What is your churn?'),
      await ask(ines, 'Who is on the board?'),
      await ask(ivy, 'Is that patented?'),
      await ask(ines, 'Never mind'),
    ]
    await ines.withdrawQuestion({ pitch_uuid: uuid, question_id: gone.id })
    const moderator = stack.as('member')
    await moderator.updateQuestion({ pitch_uuid: uuid, question_id: first.id, state: 'answered' })
    await moderator.updateQuestion({ pitch_uuid: uuid, question_id: second.id, state: 'dismissed' })
    const said = await say(ivy, 'And the margin?')
    await moderator.forwardMessages({ pitch_uuid: uuid, message_ids: [said.id] })
    const { items, total } = await presenter.getPitchQuestions({ uuid })
    expect(total).toBe(4)
    expect(items.map(one => [one.content, one.state])).toEqual([
      ['Is that patented?', 'waiting'],
      ['And the margin?', 'waiting'],
      ['Who is on the board?', 'dismissed'],
      ['What is your churn?', 'answered'],
    ])
    expect(items[0]).toMatchObject({ id: third.id, name: 'Ivy Investor', forwarded_by: '', settled_at: null })
    expect(items[1]?.forwarded_by).not.toBe('')
    expect(items[3]?.settled_at).toBeTruthy()
    const found = async (asked: object) =>
      (await presenter.getPitchQuestions({ uuid, ...asked })).items.map(one => one.content)
    expect(await found({ content: 'BOARD' })).toEqual(['Who is on the board?'])
    expect(await found({ content: 'ines' })).toEqual(['Who is on the board?'])
    expect(await found({ content: '%' })).toEqual([])
    expect(await found({ state: 'answered' })).toEqual(['What is your churn?'])
    expect(await found({ page: 2, limit: 3 })).toEqual(['What is your churn?'])
    const { filename, rows } = await csvOf('questions')
    expect(filename).toMatch(/-questions\.csv$/)
    expect(rows[0]).toEqual([
      ...['Name', 'Question', 'Status', 'Sent to Q&A by', 'Asked (UTC)', 'Answered or dismissed (UTC)'],
    ])
    expect(rows[1]).toEqual(['Ivy Investor', 'Is that patented?', 'Waiting', '', items[0]?.asked_at, ''])
    expect(rows).toHaveLength(5)
  })

  it('is for the managers of the pitch', async () => {
    const { uuid, ivy } = await live()
    for (const name of ['investor', 'member', 'lumenAdmin', 'useradmin'] as const) {
      await expect(stack.as(name).getPitchQuestions({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
      await expect(stack.as(name).getPitchChat({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
    }
    await expect(ivy.getPitchChat({ uuid })).rejects.toThrow('NotAllowed')
    expect((await stack.as('pitchadmin').getPitchQuestions({ uuid })).total).toBe(0)
  })
})

describe('getPitchChat', () => {
  it("has everybody's chat, edited and without what was deleted, and nothing of a private one", async () => {
    const { uuid, presenter, ivy, ines, say, csvOf, group_uuid } = await live()
    await say(ivy, 'Good morning')
    const edited = await say(ines, 'Helo')
    await ines.editMessage({ group_uuid, message_id: edited.id, content: 'Hello' })
    const deleted = await say(ivy, 'A secret of mine')
    await ivy.deleteMessage({ group_uuid, message_id: deleted.id })
    const { chat_id } = await ivy.addChatGroup({ pitch_uuid: uuid, members: [stack.people.secondInvestor.id] })
    await say(ivy, 'Between us', chat_id)
    const { items, total } = await presenter.getPitchChat({ uuid })
    expect(total).toBe(3)
    expect(items.map(one => [one.name, one.content, one.edited, one.deleted])).toEqual([
      ['Ivy Investor', 'Good morning', false, null],
      ['Ines Second', 'Hello', true, null],
      ['Ivy Investor', '', false, 'sender'],
    ])
    expect(JSON.stringify(items)).not.toMatch(/secret|Between us/)
    expect((await presenter.getPitchChat({ uuid, content: 'between' })).total).toBe(0)
    expect((await presenter.getPitchChat({ uuid, content: 'hello' })).items.map(one => one.id)).toEqual([edited.id])
    const { rows } = await csvOf('chat')
    expect(rows.map(row => row.slice(0, 3))).toEqual([
      ['Name', 'Message', 'Status'],
      ['Ivy Investor', 'Good morning', ''],
      ['Ines Second', 'Hello', 'edited'],
      ['Ivy Investor', '', 'deleted'],
    ])
  })

  it('[PERM-059] names no guest, not even when guest mode is over, and no account that is deleted for good', async () => {
    const { made, uuid, presenter, ivy, ines, say, ask, csvOf } = await live()
    const { investor, secondInvestor } = stack.people
    await presenter.updateGuestMode({ uuid, on: true })
    await say(ivy, 'As a guest')
    await ask(ivy, 'Asked as a guest')
    const calledNow = async () => [
      ...(await presenter.getPitchChat({ uuid })).items.map(one => one.name),
      ...(await presenter.getPitchQuestions({ uuid })).items.map(one => one.name),
      ...(await csvOf('chat')).rows.slice(1).map(([name]) => name),
      ...(await csvOf('questions')).rows.slice(1).map(([name]) => name),
    ]
    const { of } = await aliasesOf(stack.frame.settings, made.id)
    const guest = guestName(of(investor.id))
    const called = [guest, guest, `Guest ${guest}`, `Guest ${guest}`]
    expect(await calledNow()).toEqual(called)
    expect((await presenter.getPitchChat({ uuid, content: 'Ivy' })).total).toBe(0)
    await presenter.updateGuestMode({ uuid, on: false })
    expect(await calledNow()).toEqual(called)
    await say(ines, 'With my name')
    await stack.db.transaction(db => takeNames({ db, frame: stack.frame }, made.id, onlyThem(secondInvestor.id)))
    expect((await presenter.getPitchChat({ uuid })).items.map(one => one.name)).toEqual([
      guest,
      guestName(of(secondInvestor.id)),
    ])
  })
})
