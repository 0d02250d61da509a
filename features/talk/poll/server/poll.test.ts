import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import { guestName } from '#features/core/account/veil.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { aliasesOf } from '#features/room/guest/server/aliases.ts'
import { readRoom } from '#features/room/room/server/queries.ts'
import { roomEvent } from '#features/room/room/server/tables.ts'
import { answeredCall } from '#server/http/tables.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { pollVote } from './tables.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

type Client = ReturnType<RoomStack['withToken']>

/** A live pitch with a moderator, two attendees, and one of them in the room. */
async function live(start = true) {
  const made = await seedPitch(stack, { moderators: [stack.people.member.email], coHosts: [stack.people.coHost.email] })
  const pitch_uuid = made.uuid
  const presenter = stack.as('presenter')
  if (start) await presenter.startPitch({ uuid: pitch_uuid })
  const token = async (name: 'investor' | 'secondInvestor') =>
    (await seedAttendee(stack, made, stack.people[name])).token
  const tokens = [await token('investor'), await token('secondInvestor')] as const
  const [ivy, ines] = [stack.withToken(tokens[0]), stack.withToken(tokens[1])]
  const seen = follow(stack.connect({ token: tokens[0] }, pitch_uuid))
  await until(() => seen.first)
  return { made, pitch_uuid, presenter, ivy, ines, seen, tokens }
}
const words = { question: 'Which round are you in for?', options: ['Seed', 'Series A', 'None'] }
const draft = (client: Client, pitch_uuid: string, more: object = {}) =>
  client.savePoll({ pitch_uuid, ...words, ...more })

/** A poll that is open, and what tells of it. */
async function openedPoll(more: object = {}, open: object = {}) {
  const room = await live()
  const { pitch_uuid, presenter } = room
  const { id: poll_id } = await draft(presenter, pitch_uuid, more)
  await presenter.openPoll({ pitch_uuid, poll_id, ...open })
  const here = { pitch_uuid, poll_id }
  return {
    ...room,
    here,
    poll_id,
    vote: (client: Client, ...choices: number[]) => client.votePoll({ ...here, choices }),
  }
}

describe('a poll', () => {
  it('is made by presenter, co-host, moderator or admin, also before the start, and asked while it is live', async () => {
    const { pitch_uuid, presenter, ivy, seen } = await live(false)
    const made = await draft(stack.as('member'), pitch_uuid)
    for (const who of ['coHost', 'admin'] as const) await draft(stack.as(who), pitch_uuid)
    for (const client of [stack.as('investor'), stack.as('secondInvestor')])
      await expect(draft(client, pitch_uuid)).rejects.toThrow('NoPermission')
    await expect(draft(ivy, pitch_uuid)).rejects.toThrow('NotAllowed')
    await expect(draft(stack.as('lumenAdmin'), pitch_uuid)).rejects.toThrow('PitchNotFound')
    expect((await presenter.getPollList({ pitch_uuid })).total).toBe(3)
    const here = { pitch_uuid, poll_id: made.id }
    await expect(presenter.openPoll(here)).rejects.toThrow('PitchStateForbids')
    await presenter.startPitch({ uuid: pitch_uuid })
    expect(await presenter.openPoll(here)).toMatchObject({ state: 'open', voters: 0, counts: [0, 0, 0] })
    await until(() => seen.view?.room.poll?.open)
    expect(seen.view?.room.poll).toMatchObject({ ...words, multiple: false, anonymous: true, counts: null })
    // what is open already is no event
    await presenter.openPoll(here)
    expect(seen.events.filter(({ type }) => type === 'pollShown')).toHaveLength(1)
  })

  it('has a question and two to eight options that differ', async () => {
    const { pitch_uuid, presenter } = await live(false)
    const nine = Array.from({ length: 9 }, (_, place) => `${place}`)
    for (const wrong of [
      { question: ' ' },
      { options: ['One'] },
      { options: nine },
      { options: ['A', 'a'] },
      { options: ['A', ''] },
    ])
      await expect(draft(presenter, pitch_uuid, wrong)).rejects.toThrow('InputInvalid')
    expect((await draft(presenter, pitch_uuid, { options: nine.slice(1) })).options).toHaveLength(8)
  })

  it('changes, and goes, only until it is asked', async () => {
    const { pitch_uuid, presenter, poll_id, here } = await openedPoll()
    await expect(draft(presenter, pitch_uuid, { poll_id, question: 'Another?' })).rejects.toThrow('PollStateForbids')
    await expect(presenter.deletePoll(here)).rejects.toThrow('PollStateForbids')
    const other = await draft(presenter, pitch_uuid)
    expect(await draft(presenter, pitch_uuid, { poll_id: other.id, question: 'Another?' })).toMatchObject({
      question: 'Another?',
    })
    await presenter.deletePoll({ pitch_uuid, poll_id: other.id })
    await expect(presenter.deletePoll({ pitch_uuid, poll_id: other.id })).rejects.toThrow('PollNotFound')
    const elsewhere = await live(false)
    await expect(presenter.closePoll({ pitch_uuid: elsewhere.pitch_uuid, poll_id })).rejects.toThrow('PollNotFound')
  })

  it('is one at a time, also when two are opened at the same moment', async () => {
    const { pitch_uuid, presenter } = await live()
    const ids = [(await draft(presenter, pitch_uuid)).id, (await draft(presenter, pitch_uuid)).id]
    const opened = await Promise.allSettled(ids.map(poll_id => presenter.openPoll({ pitch_uuid, poll_id })))
    expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(opened.find(one => one.status === 'rejected')?.reason).toMatchObject({ code: 'OtherPollOpen' })
  })
})

describe('voting', () => {
  it('is for attendees, once each, and may be changed until the poll is closed', async () => {
    const { presenter, here, vote, ivy, ines, pitch_uuid } = await openedPoll()
    expect(await vote(ivy, 1)).toEqual({ choices: [1] })
    expect(await ivy.getOwnVote(here)).toEqual({ choices: [1] })
    expect(await ines.getOwnVote(here)).toEqual({ choices: [] })
    await vote(ivy, 2)
    await vote(ines, 2)
    expect((await presenter.getPollList({ pitch_uuid })).items[0]).toMatchObject({ voters: 2, counts: [0, 0, 2] })
    for (const client of [presenter, stack.as('member'), stack.as('admin')])
      await expect(vote(client, 0)).rejects.toThrow('NoPermission')
    for (const wrong of [[0, 1], [3]]) await expect(vote(ivy, ...wrong)).rejects.toThrow('PollChoiceWrong')
    await presenter.closePoll(here)
    await expect(vote(ivy, 0)).rejects.toThrow('PollNotOpen')
    await expect(vote(stack.as('lumenInvestor'), 0)).rejects.toThrow('PitchNotFound')
    expect((await presenter.getPollList({ pitch_uuid })).items[0]).toMatchObject({ state: 'closed', counts: [0, 0, 2] })
  })

  it('counts one vote of a person who sends many at the same moment', async () => {
    const { presenter, vote, ivy, pitch_uuid } = await openedPoll()
    await Promise.all([0, 1, 2, 0, 1, 2].map(choice => vote(ivy, choice)))
    const [poll] = (await presenter.getPollList({ pitch_uuid })).items
    expect(poll?.voters).toBe(1)
    expect(poll?.counts.reduce((sum, many) => sum + many, 0)).toBe(1)
  })

  it('and closing race to a count that stays: what was acknowledged is in it', async () => {
    const { presenter, here, vote, ivy, ines, pitch_uuid } = await openedPoll()
    const [one, two, closed] = await Promise.allSettled([vote(ivy, 0), vote(ines, 1), presenter.closePoll(here)])
    const taken = [one, two].filter(({ status }) => status === 'fulfilled').length
    expect(closed).toMatchObject({ status: 'fulfilled', value: { voters: taken } })
    expect((await presenter.getPollList({ pitch_uuid })).items[0]?.voters).toBe(taken)
  })

  it('takes several choices where several are allowed', async () => {
    const { presenter, vote, ivy, pitch_uuid } = await openedPoll({ is_multiple: true })
    expect(await vote(ivy, 2, 0)).toEqual({ choices: [0, 2] })
    await expect(vote(ivy, 0, 0)).rejects.toThrow('PollChoiceWrong')
    expect((await presenter.getPollList({ pitch_uuid })).items[0]).toMatchObject({ voters: 1, counts: [1, 0, 1] })
  })

  it('is refused to removed attendees', async () => {
    const { presenter, vote, ivy, pitch_uuid } = await openedPoll()
    await presenter.removeAttendee({ pitch_uuid, user_id: stack.people.investor.id })
    await expect(vote(ivy, 0)).rejects.toThrow()
  })
})

describe('the result', () => {
  it('grows before everybody when it is shown, and is nowhere in the room while it is kept', async () => {
    const { presenter, here, vote, ivy, ines, seen, made, tokens, pitch_uuid } = await openedPoll(
      {},
      { is_shown: true },
    )
    await Promise.all([vote(ivy, 0), vote(ines, 0)])
    await until(() => seen.view?.room.poll?.voters === 2)
    expect(seen.view?.room.poll?.counts).toEqual([2, 0, 0])
    // many votes are few events
    expect(seen.events.filter(({ type }) => type === 'pollCounted').length).toBeLessThanOrEqual(2)
    await presenter.showPollResult({ ...here, is_shown: false })
    await until(() => seen.view?.room.poll?.counts === null)
    await vote(ivy, 1)
    const late = follow(stack.connect({ token: tokens[1] }, pitch_uuid))
    await until(() => late.first)
    expect(late.view?.room.poll).toMatchObject({ open: true, voters: 2, counts: null })
    expect(await presenter.closePoll({ ...here, is_shown: true })).toMatchObject({ counts: [1, 1, 0], is_shown: true })
    await until(() => seen.view?.room.poll?.open === false)
    expect(seen.view?.room.poll?.counts).toEqual([1, 1, 0])
    await presenter.showPollResult({ ...here, is_shown: false })
    await until(() => seen.view?.room.poll === null)
    await presenter.showPollResult({ ...here, is_shown: true })
    await until(() => seen.view?.room.poll?.counts?.[1] === 1)
    // the room that was read anew is the one that the events made
    const { view, seq } = await readRoom(stack.frame, made.id)
    await until(() => seen.seq === seq)
    expect(seen.view?.room).toEqual(view.room)
  })

  it('names no voter in an event; the team reads voters of a named poll by call, and never of an anonymous one', async () => {
    const { presenter, here, vote, ivy, ines, made, pitch_uuid } = await openedPoll({ is_anonymous: false })
    await vote(ivy, 1)
    await vote(ines, 0)
    const votes = await stack.as('member').getPollVotes(here)
    expect(votes.items.map(({ name, choices }) => [name, choices])).toEqual([
      ['Ivy Investor', [1]],
      ['Ines Second', [0]],
    ])
    await expect(stack.as('investor').getPollVotes(here)).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenAdmin').getPollVotes(here)).rejects.toThrow('PitchNotFound')
    await presenter.closePoll({ ...here, is_shown: true })

    const { id: poll_id } = await draft(presenter, pitch_uuid)
    await presenter.openPoll({ pitch_uuid, poll_id, is_shown: true })
    await ivy.votePoll({ pitch_uuid, poll_id, choices: [2] })
    await expect(presenter.getPollVotes({ pitch_uuid, poll_id })).rejects.toThrow('PollAnonymous')
    const [row] = await stack.db.select().from(pollVote).where(eq(pollVote.pollId, poll_id))
    expect(row).toMatchObject({ accountId: null, choices: [2] })
    expect(JSON.stringify(row)).not.toContain(stack.people.investor.id)
    expect(await ivy.getOwnVote({ pitch_uuid, poll_id })).toEqual({ choices: [2] })
    const events = await stack.db.select().from(roomEvent).where(eq(roomEvent.pitchId, made.id))
    const payloads = JSON.stringify(events.filter(({ type }) => type.startsWith('poll')).map(({ payload }) => payload))
    for (const person of ['investor', 'secondInvestor'] as const)
      expect(payloads).not.toContain(stack.people[person].id)
  })

  it('leaves nothing of an anonymous vote with the session that gave it, and a repeat votes once', async () => {
    const { here, presenter, pitch_uuid, tokens } = await openedPoll()
    const before = await stack.db.select().from(answeredCall)
    const post = () =>
      stack.app.inject({
        method: 'POST',
        url: pathOf('votePoll', calls.votePoll),
        headers: {
          ...{ authorization: `Bearer ${tokens[0]}`, 'idempotency-key': 'key-of-one-vote' },
          'content-type': 'application/json',
        },
        payload: JSON.stringify({ ...here, choices: [1] }),
      })
    for (const answer of await Promise.all([post(), post(), post()]))
      expect(answer.json()).toMatchObject({ code: 1, data: { choices: [1] } })
    expect(await stack.db.select().from(answeredCall)).toEqual(before)
    const [poll] = (await presenter.getPollList({ pitch_uuid })).items
    expect(poll).toMatchObject({ voters: 1, counts: [0, 1, 0] })
  })

  it('[PERM-059, PERM-060] names guests’ votes to pitch admins only, later as well', async () => {
    const { presenter, here, vote, ivy, ines, pitch_uuid, made } = await openedPoll({ is_anonymous: false })
    const { of } = await aliasesOf(stack.frame.settings, made.id)
    await vote(ines, 0)
    await presenter.updateGuestMode({ uuid: pitch_uuid, on: true })
    await vote(ivy, 1)
    const names = async (client: Client) => (await client.getPollVotes(here)).items.map(({ name }) => name)
    const [one, two] = [guestName(of(stack.people.secondInvestor.id)), guestName(of(stack.people.investor.id))]
    expect(await names(presenter)).toEqual([one, two])
    await presenter.updateGuestMode({ uuid: pitch_uuid, on: false })
    expect(await names(presenter)).toEqual(['Ines Second', two])
    expect(await names(stack.as('admin'))).toEqual(['Ines Second', 'Ivy Investor'])
  })

  it('is kept with the pitch after its end, in the list and as CSV, and taken back by a reset alone', async () => {
    const { presenter, vote, ivy, ines, seen, here, made, pitch_uuid } = await openedPoll({
      is_anonymous: false,
      question: '=Which?',
    })
    await vote(ivy, 1)
    await vote(ines, 1)
    await presenter.endPitch({ uuid: pitch_uuid })
    await until(() => seen.view?.room.status === 3)
    expect(seen.view?.room.poll).toBeNull()
    await expect(vote(ivy, 0)).rejects.toThrow('PollNotOpen')
    await expect(presenter.openPoll(here)).rejects.toThrow('PitchStateForbids')
    expect((await presenter.getPollList({ pitch_uuid })).items).toMatchObject([
      { state: 'closed', voters: 2, counts: [0, 2, 0] },
    ])
    const { csv, filename } = await presenter.exportPitchReport({ uuid: pitch_uuid, kind: 'polls' })
    expect(filename).toContain('polls')
    expect(csv.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffQuestion,Option,Votes,Share (%),Voters,Voter',
      `"'=Which?",Seed,0,0,2,`,
      `"'=Which?",Series A,2,100,2,"Ivy Investor, Ines Second"`,
    ])
    await stack.db.transaction(tx => changePitchState(tx, { id: made.id }, 'finish'))
    await stack.as('admin').resetPitch({ uuid: pitch_uuid })
    expect((await presenter.getPollList({ pitch_uuid })).items).toMatchObject([{ state: 'draft', voters: 0 }])
  })
})
