import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { guestName } from '#features/core/account/veil.ts'
import { caption } from '#features/talk/caption/server/tables.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { shown } from '#testing/statement.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
  for (const who of ['investor', 'member'] as const)
    await stack.db.update(account).set({ firstname: '', lastname: '' }).where(eq(account.id, stack.people[who].id))
})
afterAll(() => stack.stop())

describe('what came of a pitch', () => {
  it('[PROD-015, PERM-059] shows managers a person without a name by their address everywhere, others by a number, until they say their name', async () => {
    const { investor, member } = stack.people
    const made = await seedPitch(stack, { moderators: [member.email], showQuestion: true })
    const pitch_uuid = made.uuid
    const presenter = stack.as('presenter')
    await presenter.startPitch({ uuid: pitch_uuid })
    const { token } = await seedAttendee(stack, made, investor)
    const guest = stack.withToken(token)
    const seen = follow(stack.connect({ token }, pitch_uuid))
    const heard = follow(stack.connect({ token: stack.people.presenter.token }, pitch_uuid))
    await until(() => seen.first && heard.first)
    const number = guestName(investor.id)

    const { id: poll_id } = await presenter.savePoll({
      pitch_uuid,
      question: 'Which?',
      options: ['A', 'B'],
      is_anonymous: false,
    })
    await presenter.openPoll({ pitch_uuid, poll_id })
    await guest.votePoll({ pitch_uuid, poll_id, choices: [1] })
    await guest.createAttendeeFeedback({ uuid: pitch_uuid, select: 'invest', note: '', contact: '' })
    await guest.commitInPitch({ uuid: pitch_uuid, money_amount: '$25,000', initials: 'II', ...shown })
    const said = { group_uuid: seen.first?.group_uuid ?? '', content: 'And the margin?' }
    const { id: message } = await guest.sendMessage({ ...said, local_msg_id: randomUUID() })
    const one = { group_uuid: said.group_uuid, message_id: message }
    await guest.reactToMessage({ ...one, emoji: '👏', on: true })
    await stack.as('member').forwardMessages({ pitch_uuid, message_ids: [message] })

    const here = { pitch_uuid, poll_id }
    const namesOf = ({ items }: { items: readonly { name: string }[] }) => items.map(({ name }) => name)
    expect(namesOf(await presenter.getPollVotes(here))).toEqual([investor.email])
    expect(namesOf(await stack.as('member').getPollVotes(here))).toEqual([number])
    expect(namesOf(await presenter.getAttendeeFeedbackList({ uuid: pitch_uuid }))).toEqual([investor.email])
    expect(namesOf(await presenter.getCommitmentList({ uuid: pitch_uuid }))).toEqual([investor.email])
    expect(namesOf(await presenter.getPitchChat({ uuid: pitch_uuid }))).toEqual([investor.email])
    expect(namesOf(await presenter.getMessageReactions(one))).toEqual([investor.email])
    expect(namesOf(await guest.getMessageReactions(one))).toEqual([number])
    const { items: asked } = await presenter.getPitchQuestions({ uuid: pitch_uuid })
    expect(asked).toMatchObject([{ name: investor.email, forwarded_by: member.email }])
    const { items: atDesk } = await presenter.getQuestionList({ pitch_uuid, state: 'waiting' })
    expect(atDesk).toMatchObject([{ name: investor.email, forwarded_by: member.email }])
    const { items: desk } = await stack.as('member').getQuestionList({ pitch_uuid, state: 'waiting' })
    expect(desk).toMatchObject([{ name: number, forwarded_by: guestName(member.id) }])
    await until(() => heard.signals.some(({ type }) => type === 'commitmentMade'))
    const told = heard.signals.filter(({ type }) => type === 'commitmentMade' || type === 'feedbackGiven')
    expect(told).toEqual(
      told.map(() => expect.objectContaining({ payload: expect.objectContaining({ name: investor.email }) })),
    )

    await presenter.removeAttendee({ pitch_uuid, user_id: investor.id })
    expect(namesOf(await presenter.getRemovedList({ pitch_uuid }))).toEqual([investor.email])
    expect(namesOf(await stack.as('member').getRemovedList({ pitch_uuid }))).toEqual([number])

    const cellsOf = async (kind: Parameters<typeof presenter.exportPitchReport>[0]['kind']) => {
      const { csv } = await presenter.exportPitchReport({ uuid: pitch_uuid, kind })
      return Papa.parse<string[]>(csv.slice(1).trimEnd()).data.at(-1) ?? []
    }
    for (const kind of ['feedback', 'commitments'] as const) expect((await cellsOf(kind))[0], kind).toBe(investor.email)
    // who was there is written a moment later
    await vi.waitFor(async () => expect((await cellsOf('attendance'))[0]).toBe(investor.email), 10_000)
    expect((await cellsOf('polls')).at(-1)).toBe(investor.email)
    expect((await cellsOf('chat'))[0]).toBe(investor.email)
    expect((await cellsOf('questions')).slice(0, 4)).toEqual([
      ...[investor.email, 'And the margin?', 'Waiting', member.email],
    ])

    // of a speaker without a name, captions have the number
    const at = { startedAt: sql`now()`, endedAt: sql`now()` }
    await stack.db.insert(caption).values({
      ...{ pitchId: made.id, id: randomUUID(), speakerId: investor.id, speakerName: number, language: 'en' },
      ...{ text: 'Our fund agrees.', ...at },
    })
    expect((await presenter.exportPitchCaptions({ uuid: pitch_uuid })).vtt).toContain(
      `<v ${investor.email}>Our fund agrees.`,
    )

    // the managers' own list of those without a name, by which their room replaces numbers
    const { items: nameless } = await presenter.getRoomPeople({ pitch_uuid, nameless: true, limit: 50 })
    expect(nameless.map(({ name, guest }) => [name, guest]).sort()).toEqual([
      [investor.email, number],
      [member.email, guestName(member.id)],
    ])
    // a link may have been passed on: the first name stays
    const named = await Promise.all(
      ['林美玲', 'Someone Else'].map(name => stack.as('investor').giveName({ name, company_name: 'Reef' })),
    )
    const [name = ''] = named.map(answer => answer.name)
    expect(named).toEqual([{ name }, { name }])
    expect(namesOf(await presenter.getPitchChat({ uuid: pitch_uuid }))).toEqual([name])
    expect(namesOf(await stack.as('member').getQuestionList({ pitch_uuid, state: 'waiting' }))).toEqual([name])
    expect(namesOf(await presenter.getCommitmentList({ uuid: pitch_uuid }))).toEqual([name])
    const listed = await presenter.getPitchAttendeeList({ uuid: pitch_uuid })
    expect(listed.items.map(one => one.firstname)).toEqual([name])
  })
})
