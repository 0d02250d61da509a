import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

describe('getRoomPeople', () => {
  it('[CONST-055] answers these people alone, or all except these, page by page, and none of another pitch', async () => {
    const made = await seedPitch(stack, { coHosts: [stack.people.coHost.email] })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    await seedAttendee(stack, made, stack.people.secondInvestor)
    const other = await seedPitch(stack)
    await seedAttendee(stack, other, stack.people.lumenInvestor)
    const [presenter, ivy] = [stack.people.presenter.id, stack.people.investor.id]
    const names = async (asked: object) => {
      const { items, total } = await stack.withToken(token).getRoomPeople({ pitch_uuid: made.uuid, ...asked })
      return [items.map(({ name }) => name), total]
    }
    expect(await names({ only: [presenter, stack.people.lumenInvestor.id] })).toEqual([['Paul Presenter'], 1])
    expect(await names({ only: [stack.people.lumenInvestor.id] })).toEqual([[], 0])
    expect(await names({ without: [presenter, ivy] })).toEqual([['Cora Cohost', 'Ines Second'], 2])
    expect(await names({ without: [presenter], limit: 2, page: 2 })).toEqual([['Ivy Investor'], 3])
    expect(await names({ name: 'i%' })).toEqual([[], 0])
    const many = Array.from({ length: 101 }, () => ivy)
    await expect(names({ only: many })).rejects.toThrow('InputInvalid')
  })
})
