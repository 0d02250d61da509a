import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

/** While it is set, the events that were read for a returning member wait for it. */
const slow = vi.hoisted(() => ({ until: undefined as Promise<void> | undefined, reads: 0 }))
vi.mock('#features/room/room/server/queries.ts', async original => {
  const actual = await original<typeof import('#features/room/room/server/queries.ts')>()
  const eventsAfter: typeof actual.eventsAfter = async (...asked) => {
    const read = await actual.eventsAfter(...asked)
    const wait = slow.until
    slow.until = undefined
    if (wait) slow.reads++
    await wait
    return read
  }
  return { ...actual, eventsAfter }
})

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

/** A room with a message of Ivy's, a person who was there before it, and another server that has to read what was missed. */
async function missed() {
  const made = await seedPitch(stack)
  const presenter = stack.as('presenter')
  await presenter.startPitch({ uuid: made.uuid })
  const [ivy, ines] = [
    (await seedAttendee(stack, made, stack.people.investor)).token,
    (await seedAttendee(stack, made, stack.people.secondInvestor)).token,
  ]
  const host = follow(stack.connect('presenter', made.uuid))
  await until(() => host.first)
  const { group_uuid = '', seq = 0 } = host.first ?? {}
  const sent = await stack.withToken(ivy).sendMessage({ group_uuid, content: 'A secret', local_msg_id: randomUUID() })
  await until(() => host.seq > seq)
  // a server without connections until now has nothing of it in memory
  const other = await stack.startSecond()
  const watcher = follow(stack.connect('presenter', made.uuid, { at: other.url }))
  await until(() => watcher.first)
  let goOn = () => {}
  slow.reads = 0
  slow.until = new Promise(resolve => {
    goOn = resolve
  })
  const socket = stack.connect({ token: ines }, made.uuid, { since: seq, at: other.url })
  const heard: string[] = []
  socket.onAny((...said) => void heard.push(JSON.stringify(said)))
  const back = follow(socket)
  await until(() => slow.reads === 1)
  const stop = async () => {
    await stack.empty()
    await other.stop()
  }
  return { uuid: made.uuid, presenter, ivy, group_uuid, sent, watcher, back, heard, goOn: () => goOn(), stop }
}

describe('a member who comes back while something is taken back', () => {
  it('[PERM-059] is told no name of a guest that was read a moment before', async () => {
    const { uuid, presenter, watcher, back, heard, goOn, stop } = await missed()
    await presenter.updateGuestMode({ uuid, on: true })
    await until(() => watcher.view?.room.guests.on)
    goOn()
    await until(() => back.view)
    expect(back.view?.room.guests.on).toBe(true)
    expect(heard.join()).not.toMatch(/Ivy/)
    await stop()
  })

  it('is told no word that was deleted meanwhile', async () => {
    const { ivy, group_uuid, sent, watcher, back, heard, goOn, stop } = await missed()
    await stack.withToken(ivy).deleteMessage({ group_uuid, message_id: sent.id })
    await until(() => watcher.events.some(({ type }) => type === 'messageDeleted'))
    goOn()
    await until(() => back.view)
    expect(back.view?.chat.messages.at(-1)).toMatchObject({ id: sent.id, deleted: 'sender', msg_content: '' })
    expect(heard.join()).not.toContain(sent.msg_content)
    await stop()
  })
})
