import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { guestName } from '#features/core/account/veil.ts'
import { aliasesOf } from '#features/room/guest/server/aliases.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
  const { id } = stack.people.investor
  await stack.db.update(account).set({ firstname: '', lastname: '' }).where(eq(account.id, id))
})
afterAll(() => stack.stop())

describe('an attendee who was invited without a name', () => {
  it('[PERM-059] has a number for the others, never an address, and their address for managers of the pitch', async () => {
    const { investor, secondInvestor, member } = stack.people
    const made = await seedPitch(stack, { moderators: [member.email] })
    const pitch_uuid = made.uuid
    const presenter = stack.as('presenter')
    await presenter.startPitch({ uuid: pitch_uuid })
    const { token } = await seedAttendee(stack, made, investor)
    const { token: other } = await seedAttendee(stack, made, secondInvestor)
    const socket = stack.connect({ token: other }, pitch_uuid)
    const heard: string[] = []
    socket.onAny((...said) => void heard.push(JSON.stringify(said)))
    const seen = follow(socket)
    const own = follow(stack.connect({ token }, pitch_uuid))
    await until(() => seen.first && own.first)
    const number = guestName(investor.id)
    expect(own.first?.me.name).toBe(number)
    await until(async () => (await presenter.getRoomPeople({ pitch_uuid })).here === 2)

    const { of } = await aliasesOf(stack.frame.settings, made.id)
    const called = async (client: typeof presenter) =>
      (await client.getRoomPeople({ pitch_uuid })).items.find(({ id }) => id === investor.id || id === of(investor.id))
        ?.name
    expect(await called(stack.withToken(other))).toBe(number)
    expect(await called(stack.as('member'))).toBe(number)
    expect(await called(presenter)).toBe(investor.email)

    const attendee = stack.withToken(token)
    const group_uuid = seen.first?.group_uuid ?? ''
    await attendee.sendMessage({ group_uuid, local_msg_id: randomUUID(), content: 'hello' })
    await attendee.setHand({ pitch_uuid, raised: true })
    await until(() => seen.view?.room.stage.hands.length === 1)
    await until(() => seen.view?.chat.messages.some(({ name }) => name === number))
    expect((await presenter.getStagePeople({ pitch_uuid })).hands).toMatchObject([{ name: investor.email }])
    expect((await stack.as('member').getStagePeople({ pitch_uuid })).hands).toMatchObject([{ name: number }])
    const attended = (await presenter.getPitchAttendance({ pitch_uuid })).items
    expect(attended.map(({ name }) => name).sort()).toEqual(['Ines Second', investor.email])

    await presenter.updateGuestMode({ uuid: pitch_uuid, on: true })
    const alias = guestName(of(investor.id))
    expect(await called(presenter)).toBe(alias)
    expect((await presenter.getStagePeople({ pitch_uuid })).hands).toMatchObject([{ name: alias }])
    expect(heard.join()).not.toContain(investor.email)
  })
})
