import { desc } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { chatGroupOf } from './queries.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

/** A live pitch with two attendees, and what the tests do to it. */
async function livePitch() {
  const { people } = stack
  const made = await seedPitch(stack, {
    state: 'inProgress',
    coHosts: [people.coHost.email],
    moderators: [people.member.email],
  })
  const { token } = await seedAttendee(stack, made, people.investor)
  const second = await seedAttendee(stack, made, people.secondInvestor)
  const group_uuid = await chatGroupOf(stack.db, made)
  const say = (client: ReturnType<RoomStack['as']>) =>
    client.sendMessage({ group_uuid, content: 'Hello', local_msg_id: crypto.randomUUID() })
  const mute = (by: Parameters<RoomStack['as']>[0], is_mute_chat: boolean, user_id?: string) =>
    stack.as(by).updatePitchMuteChat({ pitch_uuid: made.uuid, is_mute_chat, ...(user_id && { user_id }) })
  return { made, token, investor: stack.withToken(token), second: stack.withToken(second.token), say, mute }
}

describe('updatePitchMuteChat', () => {
  it('[CALL-056, STATE-118, PERM-047, PERM-048, PERM-049, PERM-050] is for host, co-host, pitch admin and moderator, there and back', async () => {
    const { investor, second, say, mute } = await livePitch()
    for (const name of ['presenter', 'coHost', 'pitchadmin', 'member'] as const) {
      expect(await mute(name, true, stack.people.investor.id)).toEqual({ is_mute_chat: true })
      await expect(say(investor)).rejects.toThrow('ChatMuted')
      await say(second)
      expect(await mute(name, false, stack.people.investor.id)).toEqual({ is_mute_chat: false })
      await say(investor)
    }
  })

  it('[PERM-051, PERM-052, RULE-106] spares oneself and the hosts; attendees and strangers may not', async () => {
    const { people } = stack
    const { made, token, mute } = await livePitch()
    await expect(mute('presenter', true, people.presenter.id)).rejects.toThrow('NoPermission')
    for (const host of ['presenter', 'coHost', 'admin', 'superadmin'] as const)
      await expect(mute('member', true, people[host].id)).rejects.toThrow('NoPermission')
    await expect(mute('investor', true, people.secondInvestor.id)).rejects.toThrow('NoPermission')
    await expect(mute('lumenPresenter', true, people.investor.id)).rejects.toThrow('PitchNotFound')
    await expect(mute('presenter', true, people.lumenInvestor.id)).rejects.toThrow('AttendeeNotFound')
    await expect(mute('presenter', true, crypto.randomUUID())).rejects.toThrow('AttendeeNotFound')
    const withLink = stack.withToken(token).updatePitchMuteChat({ pitch_uuid: made.uuid, is_mute_chat: true })
    await expect(withLink).rejects.toThrow('NotAllowed')
  })

  it('mutes all who attend but no host; one may be let write, and who was muted alone stays so', async () => {
    const { people } = stack
    const { investor, second, say, mute } = await livePitch()
    await mute('presenter', true, people.secondInvestor.id)
    await mute('member', true)
    await expect(say(investor)).rejects.toThrow('ChatMuted')
    for (const host of ['presenter', 'coHost', 'member', 'admin'] as const) await say(stack.as(host))
    await mute('member', false, people.investor.id)
    await say(investor)
    await mute('presenter', false)
    await say(investor)
    await expect(say(second)).rejects.toThrow('ChatMuted')
  })

  it('[CONST-014, ENT-014] is one event of type 1500 for everybody, in the state of people who join or reconnect', async () => {
    const { people } = stack
    const { made, token, investor, mute } = await livePitch()
    const seen = follow(stack.connect({ token }, made.uuid))
    await until(() => seen.first)
    await Promise.all([1, 2, 3].map(() => mute('presenter', true, people.investor.id)))
    await until(() => seen.events.length > 0)
    expect(seen.events.map(({ type, payload }) => ({ type, payload }))).toEqual([
      { type: 'chatMuted', payload: { msg_type: 1500, action: 'mute', account: people.investor.id } },
    ])
    expect((await investor.getJoinInfo({ uuid: made.uuid })).is_mute_chat).toBe(true)
    expect((await stack.as('presenter').getJoinInfo({ uuid: made.uuid })).is_mute_chat).toBe(false)
    const [written] = await stack.db.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1)
    expect(written).toMatchObject({ action: 'chat.mute', subject: people.investor.id })
    // another server has nothing but what is stored
    const other = await stack.startSecond()
    const late = follow(stack.connect({ token }, made.uuid, { at: other.url }))
    await until(() => late.first)
    expect(late.view?.room.mute).toEqual({ all: false, muted: [people.investor.id], allowed: [] })
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: people.secondInvestor.id })
    await until(() => seen.events.length === 2)
    expect(seen.events[1]?.payload).toMatchObject({ msg_type: 1500, action: 'remove' })
    await stack.empty()
    await other.stop()
  })

  it('[PERM-055] holds against whatever is on its way: nothing is taken after the acknowledgement (CVE-2022-29234)', async () => {
    const { investor, say, mute } = await livePitch()
    const taken: number[] = []
    let mutedAt = Number.POSITIVE_INFINITY
    const refused: string[] = []
    const writing = (async () => {
      for (let i = 0; i < 18; i++) {
        const began = performance.now()
        await say(investor).then(
          () => taken.push(began),
          error => refused.push(error.code),
        )
      }
    })()
    await new Promise(resolve => setTimeout(resolve, 30))
    await mute('presenter', true, stack.people.investor.id)
    mutedAt = performance.now()
    await writing
    expect(taken.filter(began => began > mutedAt)).toEqual([])
    expect(refused).toContain('ChatMuted')
    for (const wait of [0, 50, 500]) {
      await new Promise(resolve => setTimeout(resolve, wait))
      await expect(say(investor)).rejects.toThrow('ChatMuted')
    }
  })
})
