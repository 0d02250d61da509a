import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { livePitch } from '#testing/livePitch.ts'
import { follow, type RoomStack, startRooms, until } from '#testing/startRooms.ts'
import { chatMessage } from './tables.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

async function live() {
  const there = await livePitch(stack, { state: 'inProgress', coHosts: [stack.people.coHost.email] })
  const slow = (name: Parameters<RoomStack['as']>[0], seconds: 0 | 5 | 10 | 30 | 60) =>
    stack.as(name).updatePitchSlowMode({ pitch_uuid: there.pitch_uuid, seconds })
  return { ...there, token: there.ivy.token, slow }
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: { code: string; fields?: Record<string, string> }) => error,
  )

describe('updatePitchSlowMode', () => {
  it('makes attendees wait, says how long, and never the team', async () => {
    const { made, group_uuid, investor, second, say, slow } = await live()
    expect(await slow('member', 30)).toEqual({ seconds: 30 })
    const { id } = await say(investor)
    const failed = await failureOf(say(investor))
    expect(failed?.code).toBe('ChatTooSoon')
    expect(Number(failed?.fields?.['seconds'])).toBeGreaterThan(25)
    expect(Number(failed?.fields?.['seconds'])).toBeLessThanOrEqual(30)
    // each attendee waits for their own messages only, the team never does, and private chats have no pause
    await say(second)
    for (const host of ['presenter', 'coHost', 'member', 'admin'] as const)
      for (let i = 0; i < 3; i++) await say(stack.as(host))
    const toHost = { touserid: stack.people.presenter.id, pitch_uuid: made.uuid, content: 'x' }
    for (let i = 0; i < 2; i++)
      await investor.sendMessage({ ...toHost, type: 'friend', local_msg_id: crypto.randomUUID() })
    // to delete what is there takes no waiting, and gives no turn back
    await investor.deleteMessage({ group_uuid, message_id: id })
    expect((await failureOf(say(investor)))?.code).toBe('ChatTooSoon')
    await stack.db
      .update(chatMessage)
      .set({ at: new Date(Date.now() - 30_001) })
      .where(eq(chatMessage.id, id))
    await say(investor)
    await slow('presenter', 0)
    await say(investor)
  })

  it('holds against several messages at once, and lets a repeat through', async () => {
    const { group_uuid, investor, say, slow } = await live()
    await slow('presenter', 60)
    const all = await Promise.allSettled([1, 2, 3, 4, 5].map(i => say(investor, `message ${i}`)))
    expect(all.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    const [sent] = (await investor.getChatHistory({ group_uuid })).items
    const { local_msg_id = '' } = sent ?? {}
    expect(await investor.sendMessage({ group_uuid, content: 'again', local_msg_id })).toEqual(sent)
  })

  it('cannot be got around by editing: an edit has the same pause as a message, and a refusal says how long', async () => {
    const { group_uuid, investor, say, slow } = await live()
    const { id } = await say(investor)
    const { id: ofHost } = await say(stack.as('member'))
    const edit = (content: string) => investor.editMessage({ group_uuid, message_id: id, content })
    await slow('presenter', 30)
    const failed = await failureOf(edit('And another thing'))
    expect(failed?.code).toBe('ChatTooSoon')
    expect(Number(failed?.fields?.['seconds'])).toBeGreaterThan(25)
    expect(Number(failed?.fields?.['seconds'])).toBeLessThanOrEqual(30)
    // what says the same is no change
    await edit('Hello')
    const ago = (set: Partial<typeof chatMessage.$inferInsert>) =>
      stack.db.update(chatMessage).set(set).where(eq(chatMessage.id, id))
    await ago({ at: new Date(Date.now() - 30_001) })
    // one of several at the same moment, and the next after the pause
    const ends = await Promise.all(['a', 'b', 'c'].map(content => failureOf(edit(content))))
    expect(ends.filter(end => end === undefined)).toHaveLength(1)
    expect(ends.filter(end => end?.code === 'ChatTooSoon')).toHaveLength(2)
    await ago({ editedAt: new Date(Date.now() - 30_001) })
    await edit('d')
    // the team, and private messages, do not wait
    for (const content of ['1', '2']) await stack.as('member').editMessage({ group_uuid, message_id: ofHost, content })
    const own = { touserid: stack.people.presenter.id, local_msg_id: crypto.randomUUID() }
    const said = await investor.sendMessage({ ...own, content: 'x', type: 'friend' })
    for (const content of ['y', 'z'])
      await investor.editMessage({ group_uuid: said.group_uuid, message_id: said.id, content })
  })

  it('is one event, in the state of people who join or reconnect, audited, and survives a restart', async () => {
    const { made, token, slow } = await live()
    const seen = follow(stack.connect({ token }, made.uuid))
    await until(() => seen.first)
    const since = seen.seq
    await Promise.all([slow('presenter', 10), slow('member', 10), slow('coHost', 10)])
    await until(() => seen.events.length > 0)
    await new Promise(resolve => setTimeout(resolve, 60))
    expect(seen.events.map(event => [event.type, event.payload])).toEqual([['slowModeChanged', { seconds: 10 }]])
    expect(seen.view?.room.slow).toBe(10)
    const late = follow(stack.connect({ token }, made.uuid))
    const again = follow(stack.connect({ token }, made.uuid, { since }))
    await until(() => late.view && again.first)
    expect(late.view?.room.slow).toBe(10)
    expect(again.events.map(event => event.type)).toEqual(['slowModeChanged'])
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    await until(() => seen.view?.room.status === 3)
    expect(seen.view?.room.slow).toBe(10)
  })

  it('is for moderators, in the given steps', async () => {
    const { made, investor, slow } = await live()
    const off = { pitch_uuid: made.uuid, seconds: 0 } as const
    await expect(investor.updatePitchSlowMode(off)).rejects.toThrow('NotAllowed')
    await expect(stack.as('investor').updatePitchSlowMode(off)).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenAdmin').updatePitchSlowMode(off)).rejects.toThrow('PitchNotFound')
    for (const seconds of [1, -5, 61, 3600, 'x'] as never[])
      await expect(slow('presenter', seconds)).rejects.toThrow('InputInvalid')
  })
})
