import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { chatGroupOf } from './queries.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

async function live(attendee: 'investor' | 'secondInvestor' = 'investor') {
  const made = await seedPitch(stack, { state: 'inProgress' })
  const { token } = await seedAttendee(stack, made, stack.people[attendee])
  const group_uuid = await chatGroupOf(stack.db, made)
  const message = (content: string) => ({ group_uuid, content, local_msg_id: crypto.randomUUID() })
  return { made, group_uuid, token, attendee: stack.withToken(token), message }
}
const textOf = ({ msg_content }: { msg_content: string }) => Buffer.from(msg_content, 'base64').toString()

describe('abuse of the chat', () => {
  it('a thousand messages at once from one person are refused with a reason, and affect no other person', async () => {
    const { made, attendee, group_uuid, message } = await live()
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first)
    const presenter = stack.as('presenter')
    let flooding = true
    const flood = Promise.allSettled(
      Array.from({ length: 1000 }, (_, i) => attendee.sendMessage(message(`flood ${i}`))),
    ).finally(() => {
      flooding = false
    })
    const took: number[] = []
    for (let i = 0; i < 8; i++) {
      const began = performance.now()
      await presenter.sendMessage(message(`talk ${i}`))
      took.push(performance.now() - began)
    }
    const refused = (await flood).filter(one => one.status === 'rejected')
    expect(flooding).toBe(false)
    expect(refused.length).toBeGreaterThan(900)
    expect(new Set(refused.map(one => one.status === 'rejected' && one.reason.code))).toEqual(
      new Set(['TooManyRequests']),
    )
    const { items } = await presenter.getChatHistory({ group_uuid, limit: 200 })
    const written = items.map(textOf)
    expect(written.filter(text => text.startsWith('talk'))).toHaveLength(8)
    expect(written.filter(text => text.startsWith('flood')).length).toBeLessThanOrEqual(60)
    await until(() => seen.events.length === written.length)
    // the room goes on for everyone else while the flood is refused
    expect(Math.max(...took)).toBeLessThan(10_000)
    expect(seen.closing).toBeUndefined()
  }, 60_000)

  it('a message of a megabyte is refused and said, and nothing of it is kept or sent', async () => {
    const { made, attendee, group_uuid, message } = await live('secondInvestor')
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first)
    await expect(attendee.sendMessage(message('x'.repeat(4001)))).rejects.toThrow('InputInvalid')
    // beyond what the call may carry at all
    for (const content of ['x'.repeat(1_000_000), '界'.repeat(200_000), 'x'.repeat(3_000_000)])
      await expect(attendee.sendMessage(message(content))).rejects.toThrow('BodyTooLarge')
    const { id } = await stack.as('presenter').sendMessage(message('after it'))
    await until(() => seen.events.length === 1)
    expect((await attendee.getChatHistory({ group_uuid })).items.map(one => one.id)).toEqual([id])
    const one = { group_uuid, message_id: id }
    const big = { ...one, content: 'x'.repeat(1_000_000) }
    await expect(stack.as('presenter').editMessage(big)).rejects.toThrow('BodyTooLarge')
  })

  it('a caller who writes into another pitch’s chat, the room’s or a private one, finds none', async () => {
    // a caller who has flooded before may not write at once
    const here = await live('secondInvestor')
    const there = await live()
    const { chat_id } = await stack.as('presenter').addChatGroup({
      pitch_uuid: there.made.uuid,
      members: [stack.people.investor.id],
    })
    const seen = follow(stack.connect('presenter', there.made.uuid))
    await until(() => seen.first)
    for (const group_uuid of [there.group_uuid, chat_id]) {
      const foreign = { group_uuid, content: 'x', local_msg_id: crypto.randomUUID() }
      await expect(here.attendee.sendMessage(foreign)).rejects.toThrow('GroupNotFound')
      await expect(stack.as('lumenAdmin').sendMessage(foreign)).rejects.toThrow('GroupNotFound')
      await expect(here.attendee.getChatHistory({ group_uuid })).rejects.toThrow('GroupNotFound')
      await expect(here.attendee.getOwnReactions({ group_uuid })).rejects.toThrow('GroupNotFound')
    }
    await expect(
      here.attendee.askQuestion({ pitch_uuid: there.made.uuid, content: 'x', local_question_id: crypto.randomUUID() }),
    ).rejects.toThrow('PitchNotFound')
    // an answer may not quote another room's message either
    const secret = await stack.as('presenter').sendMessage(there.message('secret'))
    await expect(here.attendee.sendMessage({ ...here.message('quoting'), father_message: secret.id })).rejects.toThrow(
      'MessageNotFound',
    )
    await until(() => seen.events.length === 1)
    expect((await stack.as('presenter').getChatHistory({ group_uuid: here.group_uuid })).items).toEqual([])
  })
})
