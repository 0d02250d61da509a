import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { room, roomEvent } from '#features/room/room/server/tables.ts'
import { MOST_WAITING } from '#features/talk/question/rules.ts'
import { questionDesk, type Seen, shown } from '#testing/questionDesk.ts'
import { follow, type RoomStack, startRooms, until } from '#testing/startRooms.ts'
import { question } from './tables.ts'

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

const live = (showQuestion?: boolean) => questionDesk(stack, showQuestion)
const signalled = (seen: Seen, type: string) => seen.signals.filter(signal => signal.type === type).length

describe('askQuestion', () => {
  it('reaches the desk alone, in the order in which it was asked, and its asker sees how it stands', async () => {
    const { ivy, ines, investor, second, ask, desk, pitch_uuid, seenBy } = await live()
    const [moderator, asker, other] = [await seenBy('member'), await seenBy(ivy), await seenBy(ines)]
    const first = await ask(investor, 'What is your churn?')
    await ask(second, 'Who is on the board?', false)
    const { items, ...counts } = await desk()
    expect(items.map(one => [one.content, one.name, one.is_named, one.state])).toEqual([
      ['What is your churn?', 'Ivy Investor', true, 'waiting'],
      ['Who is on the board?', 'Ines Second', false, 'waiting'],
    ])
    expect(counts).toEqual({ total: 2, waiting: 2, answered: 0, dismissed: 0, open: true, message_ids: [] })
    expect((await investor.getOwnQuestions({ pitch_uuid })).items).toEqual([first])
    await until(() => signalled(moderator, 'questionsChanged') === 2 && signalled(asker, 'ownQuestionsChanged') === 1)
    // nothing of it is numbered, nothing goes to anyone else, and a signal carries no words
    expect(signalled(other, 'questionsChanged') + signalled(asker, 'questionsChanged')).toBe(0)
    expect(signalled(other, 'ownQuestionsChanged')).toBe(1)
    const all = JSON.stringify([moderator, asker, other].map(seen => [seen.events, seen.signals]))
    expect(all).not.toContain('churn')
    expect(all).not.toContain('board')
  })

  it('is possible while the pitch takes questions, which the team switches', async () => {
    const { made, ivy, investor, ask, pitch_uuid, seenBy } = await live(false)
    expect((await investor.getJoinInfo({ uuid: pitch_uuid })).show_question).toBe(false)
    await expect(ask(investor, 'May I?')).rejects.toThrow('QuestionsClosed')
    const seen = await seenBy(ivy)
    const open = (client: typeof investor, on: boolean) => client.updatePitchQuestions({ pitch_uuid, open: on })
    await expect(open(investor, true)).rejects.toThrow('NotAllowed')
    await expect(open(stack.as('investor'), true)).rejects.toThrow('NoPermission')
    await Promise.all([open(stack.as('presenter'), true), open(stack.as('member'), true)])
    await until(() => seen.view?.room.questions.open)
    await ask(investor, 'May I?')
    expect((await investor.getJoinInfo({ uuid: pitch_uuid })).show_question).toBe(true)
    await open(stack.as('coHost'), false)
    await expect(ask(investor, 'And now?')).rejects.toThrow('QuestionsClosed')
    await until(() => seen.view?.room.questions.open === false)
    expect(seen.events.filter(event => event.type === 'questionsOpened')).toHaveLength(2)
    const [row] = await stack.db.select().from(pitch).where(eq(pitch.id, made.id))
    expect(row?.showQuestion).toBe(false)
  })

  it('is for attendees who may write, a few at a time; a repeat asks once, also in a race', async () => {
    const { investor, ask, desk, pitch_uuid } = await live()
    for (const host of ['presenter', 'coHost', 'member', 'admin'] as const)
      await expect(ask(stack.as(host), 'x')).rejects.toThrow('NoPermission')
    await expect(ask(stack.as('lumenInvestor'), 'x')).rejects.toThrow('PitchNotFound')
    for (const content of ['', ' ', 'x'.repeat(501)])
      await expect(ask(investor, content)).rejects.toThrow('InputInvalid')
    const same = { pitch_uuid, content: 'Once?', local_question_id: crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3, 4].map(() => investor.askQuestion(same)))
    expect(new Set(answers.map(one => one.id)).size).toBe(1)
    const rest = await Promise.allSettled(Array.from({ length: MOST_WAITING + 2 }, (_, i) => ask(investor, `q ${i}`)))
    expect(rest.filter(one => one.status === 'fulfilled')).toHaveLength(MOST_WAITING - 1)
    expect(rest.every(one => one.status === 'fulfilled' || one.reason.code === 'TooManyQuestions')).toBe(true)
    expect((await desk()).waiting).toBe(MOST_WAITING)
    await investor.withdrawQuestion({ pitch_uuid, question_id: answers[0]?.id ?? '' })
    const mute = { pitch_uuid, is_mute_chat: true, user_id: stack.people.investor.id }
    await stack.as('presenter').updatePitchMuteChat(mute)
    await expect(ask(investor, 'muted')).rejects.toThrow('ChatMuted')
  })

  it('is withdrawn by its asker, unless it was taken up: of two at once one wins', async () => {
    const { investor, second, ask, desk, update, pitch_uuid } = await live()
    const { id: question_id } = await ask(investor, 'x')
    await expect(second.withdrawQuestion({ pitch_uuid, question_id })).rejects.toThrow('QuestionNotFound')
    const both = await Promise.allSettled([
      investor.withdrawQuestion({ pitch_uuid, question_id }),
      update(question_id, 'answering'),
    ])
    expect(both.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    const [row] = await stack.db.select().from(question).where(eq(question.id, question_id))
    expect(row?.state).toBe(both[0]?.status === 'fulfilled' ? 'withdrawn' : 'answering')
    const other = await ask(investor, 'y')
    await investor.withdrawQuestion({ pitch_uuid, question_id: other.id })
    await investor.withdrawQuestion({ pitch_uuid, question_id: other.id })
    expect((await desk()).items.map(one => one.id)).not.toContain(other.id)
    expect((await investor.getOwnQuestions({ pitch_uuid })).items.map(one => one.id)).not.toContain(other.id)
  })
})

describe('the question desk', () => {
  it('is gone when it is taken back, words and all: from the table, the stored events, and for who resumes anywhere', async () => {
    const { made, pitch_uuid, ines, investor, second, ask, update, seenBy, desk } = await live()
    const seen = await seenBy(ines)
    const before = seen.seq
    const other = await stack.startSecond()
    const elsewhere = follow(stack.connect('coHost', pitch_uuid, { at: other.url }))
    await until(() => elsewhere.first)
    const { id } = await ask(investor, 'Is Zephyr for sale?')
    const { id: next } = await ask(second, 'Who is on the board?')
    await update(id, 'answering')
    await until(() => shown(seen)?.question_id === id)
    await update(id, 'waiting')
    await update(next, 'answering')
    await investor.withdrawQuestion({ pitch_uuid, question_id: id })
    await until(() => seen.events.some(({ payload }) => 'withdrawn' in payload && payload.withdrawn === id))
    await until(() => elsewhere.events.some(({ payload }) => 'withdrawn' in payload))
    // what is being answered stays
    expect(shown(seen)?.content).toBe('Who is on the board?')
    expect((await desk()).items.map(one => one.id)).not.toContain(id)
    const { rows } = await stack.db.execute(sql`
      select to_jsonb(q) from ${question} q where q.pitch_id = ${made.id}
      union all select payload from ${roomEvent} where pitch_id = ${made.id}
      union all select state from ${room} where pitch_id = ${made.id}`)
    expect(JSON.stringify(rows)).not.toContain('Zephyr')
    for (const at of [stack.url, other.url]) {
      const socket = stack.connect(ines, pitch_uuid, { since: before, at })
      const heard: string[] = []
      socket.onAny((...said) => void heard.push(JSON.stringify(said)))
      const back = follow(socket)
      await until(() => back.first)
      expect(back.first && 'events' in back.first).toBe(true)
      expect(heard.join()).toContain('on the board')
      expect(heard.join()).not.toContain('Zephyr')
    }
    // one that was never shown is no event
    const events = seen.events.length
    const { id: quiet } = await ask(investor, 'Another one')
    await investor.withdrawQuestion({ pitch_uuid, question_id: quiet })
    expect((await stack.db.select().from(question).where(eq(question.id, quiet)))[0]).toMatchObject({ content: '' })
    expect(seen.events.length).toBe(events)
    await stack.empty()
    await other.stop()
  })

  it('shows everybody the one that is being answered, with a name only of who wanted to be named', async () => {
    const { ivy, investor, second, ask, desk, update, pitch_uuid, seenBy } = await live()
    const [named, unnamed] = [await ask(investor, 'Named?'), await ask(second, 'Unnamed?', false)]
    const seen = await seenBy(ivy)
    await update(named.id, 'answering')
    await until(() => shown(seen))
    expect(shown(seen)).toEqual({
      question_id: named.id,
      account: stack.people.investor.id,
      name: 'Ivy Investor',
      content: 'Named?',
    })
    await update(unnamed.id, 'answering')
    await ask(investor, 'Later?')
    await stack.as('member').moveQuestion({ pitch_uuid, question_id: (await desk()).items.at(-1)?.id ?? '' })
    expect((await desk()).items.map(one => one.content)).toEqual(['Unnamed?', 'Later?'])
    await until(() => shown(seen)?.question_id === unnamed.id)
    expect(shown(seen)).toEqual({ question_id: unnamed.id, account: null, name: '', content: 'Unnamed?' })
    expect((await desk('answered')).items.map(one => one.content)).toEqual(['Named?'])
    expect((await investor.getOwnQuestions({ pitch_uuid })).items.at(-1)).toMatchObject({ state: 'answered' })
    const late = await seenBy('admin')
    expect(shown(late)).toEqual(shown(seen))
    await update(unnamed.id, 'waiting')
    await until(() => shown(seen) === null)
    await update(unnamed.id, 'dismissed')
    expect((await desk()).items.map(one => one.content)).toEqual(['Later?'])
    expect(await desk('dismissed')).toMatchObject({ total: 1, waiting: 1, answered: 1, dismissed: 1 })
    expect(JSON.stringify([seen.events, late.first])).not.toContain(stack.people.secondInvestor.id)
  })

  it('takes up one at a time, also when two are taken up at once; the same again is no event', async () => {
    const { ivy, investor, second, ask, desk, update, seenBy } = await live()
    const asked = [await ask(investor, 'a'), await ask(second, 'b'), await ask(second, 'c')]
    const seen = await seenBy(ivy)
    await Promise.all(asked.map(({ id }) => update(id, 'answering')))
    await until(() => seen.events.length === 3)
    const { items } = await desk()
    expect(items.map(one => one.state)).toEqual(['answering'])
    expect(shown(seen)?.question_id).toBe(items[0]?.id)
    await update(items[0]?.id ?? '', 'answering')
    await update(items[0]?.id ?? '', 'answered')
    await until(() => shown(seen) === null)
    expect(seen.events).toHaveLength(4)
  })

  it('ends with the pitch, and begins anew when the pitch is reset', async () => {
    const { pitch_uuid, ivy, second, ask, desk, update, seenBy } = await live()
    const asked = [await ask(second, 'Last one?'), await ask(second, 'One more?')]
    await update(asked[0]?.id ?? '', 'answering')
    const seen = await seenBy(ivy)
    expect(shown(seen)?.content).toBe('Last one?')
    await stack.as('presenter').endPitch({ uuid: pitch_uuid })
    await until(() => seen.view?.room.status === 3)
    expect(shown(seen)).toBeNull()
    expect((await desk('answered')).items.map(one => one.content)).toEqual(['Last one?'])
    await stack.db.update(pitch).set({ state: 'over' }).where(eq(pitch.uuid, pitch_uuid))
    await stack.as('admin').resetPitch({ uuid: pitch_uuid })
    expect(await desk()).toMatchObject({ items: [], waiting: 0, answered: 0 })
  })

  it('has an order that is changed, by two at once as well, without losing any', async () => {
    const { investor, second, ask, desk, pitch_uuid } = await live()
    const ids: string[] = []
    for (const [i, who] of [investor, second, investor, second].entries()) ids.push((await ask(who, `q${i}`)).id)
    const [a = '', b = '', c = '', d = ''] = ids
    const move = (question_id: string, after?: string) =>
      stack.as('member').moveQuestion({ pitch_uuid, question_id, ...(after && { after }) })
    const order = async () => (await desk()).items.map(one => one.id)
    await move(d)
    expect(await order()).toEqual([d, a, b, c])
    await move(a, c)
    expect(await order()).toEqual([d, b, c, a])
    await Promise.all([move(a), move(b, c), move(d, b)])
    expect((await order()).toSorted()).toEqual(ids.toSorted())
    for (const [id, after] of [
      [a, a],
      [a, crypto.randomUUID()],
      [crypto.randomUUID(), a],
    ])
      await expect(move(id ?? '', after)).rejects.toThrow('QuestionNotFound')
  })

  it('is for the team, and of one pitch only', async () => {
    const { investor, ask, pitch_uuid } = await live()
    const { id: question_id } = await ask(investor, 'x')
    const other = await live()
    const answer = { question_id, state: 'answering' as const }
    for (const call of [
      () => stack.as('investor').getQuestionList({ pitch_uuid }),
      () => stack.as('investor').updateQuestion({ pitch_uuid, ...answer }),
      () => stack.as('investor').moveQuestion({ pitch_uuid, question_id }),
      () => stack.as('investor').forwardMessages({ pitch_uuid, message_ids: [1] }),
    ])
      await expect(call()).rejects.toThrow('NoPermission')
    await expect(investor.getQuestionList({ pitch_uuid })).rejects.toThrow('NotAllowed')
    await expect(stack.as('lumenAdmin').getQuestionList({ pitch_uuid })).rejects.toThrow('PitchNotFound')
    await expect(stack.as('presenter').updateQuestion({ pitch_uuid: other.pitch_uuid, ...answer })).rejects.toThrow(
      'QuestionNotFound',
    )
  })
})
