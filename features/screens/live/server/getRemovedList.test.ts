import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

describe('getRemovedList', () => {
  it('says who was removed, by whom, the last first, until they are let in again', async () => {
    const { people } = stack
    const made = await seedPitch(stack, { state: 'inProgress', moderators: [people.member.email] })
    const pitch_uuid = made.uuid
    const { token } = await seedAttendee(stack, made, people.investor)
    await seedAttendee(stack, made, people.secondInvestor)
    const list = (page = 1) => stack.as('member').getRemovedList({ pitch_uuid, page, limit: 1 })
    expect(await list()).toEqual({ items: [], total: 0 })
    await expect(stack.withToken(token).getRemovedList({ pitch_uuid })).rejects.toThrow('NotAllowed')
    await expect(stack.as('secondInvestor').getRemovedList({ pitch_uuid })).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenAdmin').getRemovedList({ pitch_uuid })).rejects.toThrow('PitchNotFound')

    await stack.as('member').removeAttendee({ pitch_uuid, user_id: people.investor.id })
    await stack.as('presenter').removeAttendee({ pitch_uuid, user_id: people.secondInvestor.id })
    expect(await list()).toEqual({
      items: [
        {
          user_id: people.secondInvestor.id,
          name: 'Ines Second',
          removed_by: 'Paul Presenter',
          removed_at: expect.stringMatching(/Z$/),
        },
      ],
      total: 2,
    })
    expect((await list(2)).items[0]).toMatchObject({ name: 'Ivy Investor', removed_by: expect.stringContaining('M') })
    // two who let the same person in at once: one does, and the other hears that it is done
    const both = await Promise.allSettled(
      (['member', 'presenter'] as const).map(name =>
        stack.as(name).readmitAttendee({ pitch_uuid, user_id: people.secondInvestor.id }),
      ),
    )
    expect(both.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await list()).items.map(one => one.user_id)).toEqual([people.investor.id])
    expect(await stack.as('secondInvestor').getPitchStatus({ uuid: pitch_uuid })).toMatchObject({ status: 2 })
  })
})
