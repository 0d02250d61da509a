import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lockRoom } from '#features/room/room/server/append.ts'
import { livePitch } from '#testing/livePitch.ts'
import { type RoomStack, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

async function live() {
  const { investor, second, ...there } = await livePitch(stack, { showQuestion: true })
  return { ...there, ivy: investor, sam: second }
}
const atOnce = async (count: number, act: (i: number) => Promise<unknown>) =>
  (await Promise.allSettled(Array.from({ length: count }, (_, i) => act(i)))).map(end =>
    end.status === 'fulfilled' ? 'done' : String(end.reason.code),
  )
const hasty = (ends: readonly string[]) => ends.filter(end => end === 'TooManyRequests').length

describe('attempts in a room', () => {
  it('of moderators, and of fast typers, all go through', async () => {
    const { pitch_uuid, group_uuid, ivy, sam } = await live()
    const ids: number[] = []
    for (const client of [ivy, sam])
      for (let i = 0; i < 10; i++) {
        const { id } = await client.sendMessage({ group_uuid, content: `${i}`, local_msg_id: crypto.randomUUID() })
        ids.push(id)
      }
    const deleted = await atOnce(20, i => stack.as('member').deleteMessage({ group_uuid, message_id: ids[i] ?? 0 }))
    expect(new Set(deleted)).toEqual(new Set(['done']))
    for (let i = 0; i < 10; i++)
      for (const raised of [true, false]) expect(await ivy.setHand({ pitch_uuid, raised })).toEqual({ raised })
  })

  it('of one person beyond any patience are refused while the others wait for the room', async () => {
    const { made, pitch_uuid, sam } = await live()
    const ends: string[] = []
    await stack.db.transaction(async held => {
      await lockRoom(held, made.id)
      for (let i = 0; i < 100; i++)
        sam.setHand({ pitch_uuid, raised: i % 2 === 0 }).then(
          () => ends.push('done'),
          error => ends.push(error.code),
        )
      // refused before a connection is held: the lock is not free yet
      await until(() => ends.length >= 30)
      expect(new Set(ends)).toEqual(new Set(['TooManyRequests']))
    })
    await until(() => ends.length === 100)
    // they have written ten messages just now
    expect(ends.filter(end => end === 'done').length).toBeGreaterThanOrEqual(50)
  })

  it.each([
    'editMessage',
    'deleteMessage',
    'reactToMessage',
    'readChatGroup',
    'addChatGroup',
    'updateChatGroup',
    'deleteChatGroup',
    'setHand',
    'exitUser',
    'ExitLive',
    'askQuestion',
    'withdrawQuestion',
    'votePoll',
    'sendCaption',
  ] as const)('%s answers a flood with TooManyRequests', async name => {
    const { ivy } = await live()
    const id = crypto.randomUUID()
    const message = { group_uuid: id, message_id: 1 }
    const calls: Record<typeof name, () => Promise<unknown>> = {
      editMessage: () => ivy.editMessage({ ...message, content: 'x' }),
      deleteMessage: () => ivy.deleteMessage(message),
      reactToMessage: () => ivy.reactToMessage({ ...message, emoji: '👍', on: true }),
      readChatGroup: () => ivy.readChatGroup(message),
      addChatGroup: () => ivy.addChatGroup({ pitch_uuid: id, members: [id] }),
      updateChatGroup: () => ivy.updateChatGroup({ group_uuid: id, name: 'x' }),
      deleteChatGroup: () => ivy.deleteChatGroup({ group_uuid: id }),
      setHand: () => ivy.setHand({ pitch_uuid: id, raised: true }),
      exitUser: () => ivy.exitUser({ pitch_uuid: id }),
      ['ExitLive']: () => ivy.ExitLive({ pitch_uuid: id }),
      askQuestion: () => ivy.askQuestion({ pitch_uuid: id, content: 'x', local_question_id: id }),
      withdrawQuestion: () => ivy.withdrawQuestion({ pitch_uuid: id, question_id: id }),
      votePoll: () => ivy.votePoll({ pitch_uuid: id, poll_id: id, choices: [0] }),
      sendCaption: () => ivy.sendCaption({ pitch_uuid: id, id, text: 'x', language: 'en', final: true }),
    }
    const ends = await atOnce(100, calls[name])
    // sixty at once, and ten more a second
    expect(hasty(ends)).toBeGreaterThan(10)
  })
})
