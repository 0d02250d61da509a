import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const seen = async (name: Parameters<RoomStack['as']>[0]) =>
  (await stack.as(name).getPitchesNow({})).items.map(item => [item.uuid, item.is_live])

describe('getPitchesNow', () => {
  it('tells only its team and its attendees that a pitch is live', async () => {
    const { people } = stack
    const made = await seedPitch(stack, {
      ...{ state: 'inProgress', startsAt: inMinutes(-200), isPublic: true },
      ...{ coHosts: [people.coHost.email], moderators: [people.member.email] },
    })
    await seedAttendee(stack, made, people.investor)
    for (const name of ['presenter', 'coHost', 'member', 'investor'] as const)
      expect(await seen(name)).toEqual([[made.uuid, true]])
    for (const name of ['secondInvestor', 'admin', 'lumenAdmin', 'superadmin'] as const)
      expect(await seen(name)).toEqual([])
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: people.investor.id })
    expect(await seen('investor')).toEqual([])
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    expect(await seen('presenter')).toEqual([])
  })

  it('tells of one that begins within a quarter of an hour, after those that are live', async () => {
    const { people } = stack
    const soon = await seedPitch(stack, { state: 'delivered', startsAt: inMinutes(14) })
    const tooEarly = await seedPitch(stack, { state: 'delivered', startsAt: inMinutes(16) })
    const past = await seedPitch(stack, { state: 'delivered', startsAt: inMinutes(-16) })
    const untold = await seedPitch(stack, { state: 'scheduled', startsAt: inMinutes(5) })
    const live = await seedPitch(stack, { state: 'inProgress', startsAt: inMinutes(10) })
    for (const made of [soon, tooEarly, past, untold, live]) await seedAttendee(stack, made, people.investor)
    expect(await seen('investor')).toEqual([
      [live.uuid, true],
      [soon.uuid, false],
    ])
    expect(await seen('presenter')).toEqual([
      [live.uuid, true],
      [untold.uuid, false],
      [soon.uuid, false],
    ])
  })
})
