import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { usersJobs } from '#features/admin/users/server/jobs.ts'
import { guestsBut } from '#features/core/account/server/nameless.ts'
import { account } from '#features/core/account/server/tables.ts'
import { guestName } from '#features/core/account/veil.ts'
import { readRoom } from '#features/room/room/server/queries.ts'
import { room, roomEvent } from '#features/room/room/server/tables.ts'
import { hostsSeen } from '#features/room/room/server/teamQueries.ts'
import { caption } from '#features/talk/caption/server/tables.ts'
import { chatGroupOf, pitchesNaming } from '#features/talk/chat/server/queries.ts'
import { chatGroup, chatMessage } from '#features/talk/chat/server/tables.ts'
import { question } from '#features/talk/question/server/tables.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { aliasesOf } from './aliases.ts'
import { inAliases } from './inAliases.ts'
import { takeNames } from './takeNames.ts'

// the same few people say more here than anyone types
vi.mock('#features/talk/chat/server/pace.ts', () => ({
  mayWrite: () => true,
  mayReact: () => true,
  mayAttempt: () => true,
}))

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

/** Whatever would tell who Ivy is, also in base64 behind "@" or "Message from ". */
const tells = /Ivy|QEl2e|BJdnkg|ASXZ5I/

/** A live pitch whose attendees are Ivy and Ines, with Ines in the room. */
async function live() {
  const { people } = stack
  const made = await seedPitch(stack, { moderators: [people.member.email], showQuestion: true })
  const pitch_uuid = made.uuid
  const presenter = stack.as('presenter')
  await presenter.startPitch({ uuid: pitch_uuid })
  const token = async (who: 'investor' | 'secondInvestor') => (await seedAttendee(stack, made, people[who])).token
  const [ivy, inesToken] = [stack.withToken(await token('investor')), await token('secondInvestor')]
  const ines = stack.withToken(inesToken)
  const seen = follow(stack.connect({ token: inesToken }, pitch_uuid))
  await until(() => seen.first)
  const group_uuid = seen.first?.group_uuid ?? ''
  const say = (client: typeof ivy, content: string, ...mentioned: string[]) =>
    client.sendMessage({ group_uuid, content, local_msg_id: randomUUID(), notification_members: mentioned })
  const guests = (on: boolean) => presenter.updateGuestMode({ uuid: pitch_uuid, on })
  const toIvy = people.investor.id
  const aliases = await aliasesOf(stack.frame.settings, made.id)
  const calledIn = (id: string) => guestName(aliases.of(id))
  return { made, pitch_uuid, presenter, ivy, ines, inesToken, seen, group_uuid, say, guests, toIvy, aliases, calledIn }
}

/** All that the database has of a pitch's room. */
async function kept(pitchId: number): Promise<string> {
  const { rows } = await stack.db.execute(sql`
    select to_jsonb(m) from ${chatMessage} m join ${chatGroup} g on g.id = m.group_id where g.pitch_id = ${pitchId}
    union all select to_jsonb(q) from ${question} q where q.pitch_id = ${pitchId}
    union all select to_jsonb(c) from ${caption} c where c.pitch_id = ${pitchId}
    union all select payload from ${roomEvent} where pitch_id = ${pitchId}
    union all select state from ${room} where pitch_id = ${pitchId}`)
  return JSON.stringify(rows)
}

const textOf = ({ msg_content }: { msg_content: string }) => Buffer.from(msg_content, 'base64').toString()

describe('the name of a guest', () => {
  it('[PERM-059, STATE-091] does not come back with a message that was edited, from the memory or the database', async () => {
    const { made, pitch_uuid, ines, inesToken, seen, group_uuid, say, guests, toIvy, aliases, calledIn } = await live()
    const { id: message_id } = await say(ines, 'hi @Ivy Investor', toIvy)
    const before = seen.view ? seen.seq - 1 : 0
    const edit = (content: string) => ines.editMessage({ group_uuid, message_id, content })
    await edit('hello @Ivy Investor')
    await edit('good evening')
    await until(() => seen.events.filter(({ type }) => type === 'messageEdited').length === 2)
    await edit('dear @Ivy Investor')
    await guests(true)
    await until(() => seen.view?.room.guests.on)
    expect(await kept(made.id)).not.toMatch(tells)
    const other = await stack.startSecond()
    for (const at of [stack.url, other.url]) {
      const socket = stack.connect({ token: inesToken }, pitch_uuid, { since: before, at })
      const heard: string[] = []
      socket.onAny((...said) => void heard.push(JSON.stringify(said)))
      const back = follow(socket)
      await until(() => back.first)
      expect(back.view?.chat.messages.map(textOf)).toContain(`dear @${calledIn(toIvy)}`)
      expect(heard.join()).not.toMatch(tells)
    }
    const { view } = await readRoom(stack.frame, made.id)
    expect(view.chat.messages.map(textOf)).toContain(`dear @${calledIn(toIvy)}`)
    expect(seen.view?.chat).toEqual(inAliases(view.chat, aliases, 'on'))
    await stack.empty()
    await other.stop()
  })

  it('[PERM-059, PERM-060] is gone from what was forwarded and asked, in private, on the desk and on stage, for good', async () => {
    const { made, pitch_uuid, presenter, ivy, ines, seen, say, guests, toIvy, aliases, calledIn } = await live()
    const member = stack.as('member')
    const [own, about] = [await say(ivy, 'Why now?'), await say(ines, 'As @Ivy Investor says', toIvy)]
    await member.forwardMessages({ pitch_uuid, message_ids: [own.id, about.id] })
    const asking = { pitch_uuid, is_named: true }
    const asked = await ivy.askQuestion({ ...asking, content: 'And then?', local_question_id: randomUUID() })
    const desk = async () => (await member.getQuestionList({ pitch_uuid, state: 'waiting' })).items
    const ofMessage = async (id: number) => (await desk()).find(one => one.message_id === id)?.id ?? ''
    const take = (question_id: string) => member.updateQuestion({ pitch_uuid, question_id, state: 'answering' })
    await take(await ofMessage(own.id))
    await take(await ofMessage(about.id))
    await until(() => seen.view?.room.questions.answering?.content === 'As @Ivy Investor says')
    await guests(true)
    await until(() => seen.view?.room.guests.on)
    const called = calledIn(toIvy)
    const asker = calledIn(stack.people.secondInvestor.id)
    expect(seen.view?.room.questions.answering).toMatchObject({
      name: asker,
      content: `As @${called} says`,
    })
    expect(await kept(made.id)).not.toMatch(tells)

    await guests(false)
    expect(await kept(made.id)).not.toMatch(tells)
    const [chat] = (await presenter.getChatGroupList({ pitch_uuid })).items
    const { items } = await presenter.getChatHistory({ group_uuid: chat?.chat_id ?? '' })
    expect(items.map(textOf)).toEqual([`Message from ${called}: Why now?`, `Message from ${asker}: As @${called} says`])
    expect(items.map(({ offdata }) => offdata && [offdata.name, textOf(offdata)])).toEqual([
      [called, 'Why now?'],
      [asker, `As @${called} says`],
    ])
    expect((await desk()).map(({ name, content }) => [name, content])).toContainEqual([called, 'And then?'])
    const from = seen.events.length
    for (const id of [asked.id, await ofMessage(own.id)]) if (id) await take(id)
    await until(() => seen.view?.room.questions.answering?.question_id === asked.id)
    expect(seen.view?.room.questions.answering?.name).toBe(called)
    expect(JSON.stringify(seen.events.slice(from))).not.toMatch(tells)
    const { view } = await readRoom(stack.frame, made.id)
    expect(inAliases(view.room, aliases, 'was')).toEqual(seen.view?.room)
  })

  it('is taken by few statements however much was said, and what names no guest is not written again', async () => {
    const { made, ines, say, presenter, group_uuid, toIvy } = await live()
    for (let n = 0; n < 30; n++) await say(ines, `${n} @Ivy Investor`, toIvy)
    const host = stack.people.presenter.id
    const plain = await presenter.sendMessage({
      ...{ group_uuid, content: 'I am @Paul Presenter', local_msg_id: randomUUID() },
      notification_members: [host],
    })
    const version = async () =>
      (await stack.db.execute(sql`select xmin::text as at from ${chatMessage} where id = ${plain.id}`)).rows[0]?.['at']
    const before = await version()
    const hosts = await hostsSeen(stack.db, made as Parameters<typeof hostsSeen>[1])
    const take = () =>
      stack.db.transaction(async db => {
        const asked = vi.spyOn(pg.Client.prototype, 'query')
        await takeNames({ db, frame: stack.frame }, made.id, guestsBut(hosts))
        const many = asked.mock.calls.length
        asked.mockRestore()
        return many
      })
    expect(await take()).toBeLessThan(15)
    expect(await version()).toBe(before)
    expect(await kept(made.id)).not.toMatch(tells)
    // twice is as once
    const all = sql`select max(xmin::text::bigint) as at from ${chatMessage}`
    const { rows } = await stack.db.execute(all)
    await take()
    expect((await stack.db.execute(all)).rows).toEqual(rows)
  })
})

describe('what was stored before edits said whom they mention', () => {
  it('[PERM-059, STATE-091] is veiled as well, for who resumes and who looks back', async () => {
    const { made, pitch_uuid, ines, inesToken, seen, group_uuid, say, guests, toIvy } = await live()
    const { id: message_id } = await say(ines, 'hi @Ivy Investor', toIvy)
    const before = seen.view ? seen.seq - 1 : 0
    await ines.editMessage({ group_uuid, message_id, content: 'hello @Ivy Investor' })
    await stack.db.execute(sql`update ${roomEvent} set payload = payload - 'notification_members'
      where pitch_id = ${made.id} and type = 'messageEdited'`)
    await stack.empty()
    await guests(true)
    expect(await kept(made.id)).not.toMatch(tells)
    const other = await stack.startSecond()
    const socket = stack.connect({ token: inesToken }, pitch_uuid, { since: before, at: other.url })
    const heard: string[] = []
    socket.onAny((...said) => void heard.push(JSON.stringify(said)))
    const back = follow(socket)
    await until(() => back.first)
    expect(back.view?.chat.messages).toHaveLength(2)
    expect(heard.join()).not.toMatch(tells)
    expect(JSON.stringify(await ines.getChatHistory({ group_uuid }))).not.toMatch(tells)
    await stack.empty()
    await other.stop()
  })
})

describe('a deleted account', () => {
  it('is found among all messages by indexes alone', async () => {
    const { made, ines, say, toIvy } = await live()
    await say(ines, 'As @Ivy Investor says', toIvy)
    const sender = stack.people.presenter.id
    await stack.db.execute(sql`insert into ${chatMessage}
        (group_id, from_account_id, from_name, local_message_id, type, content, at, detail)
      select ${await chatGroupOf(stack.db, made)}::uuid, ${sender}::uuid, 'Paul', gen_random_uuid(), 0, 'Hello', now(),
        case when n % 20 = 0 then jsonb_build_object('notification_members',
          jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'name', 'Somebody'))) end
      from generate_series(1, 20000) as n`)
    await stack.db.execute(sql`vacuum analyze ${chatMessage}`)
    expect(await pitchesNaming(stack.db, toIvy)).toContain(made.id)
    const asked = vi.spyOn(pg.Pool.prototype, 'query')
    await pitchesNaming(stack.db, toIvy)
    const calls = asked.mock.calls as unknown as [{ text: string }, unknown[]][]
    // others ask as well, such as the beat of a room
    const call = calls.findLast(([{ text }]) => text?.includes('chat_message')) ?? [{ text: '' }, []]
    asked.mockRestore()
    const { rows } = await stack.frame.pool.query(`explain ${call[0].text}`, call[1])
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    for (const name of ['sender', 'named', 'forwarded']) expect(plan).toContain(`chat_message_${name}`)
    expect(plan).not.toContain('Seq Scan on chat_message')
    await stack.db.delete(chatMessage).where(eq(chatMessage.fromAccountId, sender))
  })

  it('has no name any more in the rooms they were in; everybody else there keeps theirs', async () => {
    const { made, pitch_uuid, presenter, ivy, ines, seen, say, toIvy } = await live()
    const there = follow(stack.connect('investor', pitch_uuid))
    await until(() => there.first)
    const own = await say(ivy, 'Hello')
    const about = await say(ines, 'As @Ivy Investor says', toIvy)
    await ines.editMessage({ group_uuid: about.group_uuid, message_id: about.id, content: 'So says @Ivy Investor' })
    await stack.as('member').forwardMessages({ pitch_uuid, message_ids: [own.id, about.id] })
    await ivy.askQuestion({ pitch_uuid, content: 'Why?', is_named: true, local_question_id: randomUUID() })
    await until(async () => (await presenter.getRoomPeople({ pitch_uuid })).here === 2)
    await presenter.grantStage({ pitch_uuid, user_id: toIvy, microphone: true, camera: false })
    const words = { pitch_uuid, text: 'Spoken', language: 'en', spoken_ms: 100 } as const
    await ivy.sendCaption({ ...words, id: randomUUID(), final: true })
    await until(() => seen.view?.room.captions.length)
    expect(await kept(made.id)).toMatch(tells)

    const purge = () => usersJobs.purgeUser({ accountId: toIvy }, stack.frame)
    await purge()
    expect(await kept(made.id)).toMatch(tells)
    const deletedAt = new Date(Date.now() - 31 * 86_400_000)
    await stack.db.update(account).set({ deletedAt }).where(eq(account.id, toIvy))
    await purge()
    const left = await kept(made.id)
    expect(left).not.toMatch(tells)
    expect(left).toContain(`So says @${guestName(toIvy)}`)
    expect(left).toContain('"Ines Second"')
    // the job may come twice
    await purge()
    expect(await kept(made.id)).toBe(left)
  })

  it('has no name in a room that is open: not in what servers hold, nor in what browsers know', async () => {
    await stack.db
      .update(account)
      .set({ deletedAt: null, firstname: 'Ivy', lastname: 'Investor', state: 'active' })
      .where(eq(account.id, stack.people.investor.id))
    const { pitch_uuid, ivy, ines, inesToken, seen, say, toIvy } = await live()
    // what came since is in the memory of both servers
    const before = seen.seq
    const other = await stack.startSecond()
    const elsewhere = follow(stack.connect('presenter', pitch_uuid, { at: other.url }))
    await until(() => elsewhere.first)
    await say(ivy, 'Hello')
    await say(ines, 'As @Ivy Investor says', toIvy)
    await until(() => elsewhere.view?.chat.messages.length === 3)
    const deletedAt = new Date(Date.now() - 31 * 86_400_000)
    await stack.db.update(account).set({ deletedAt }).where(eq(account.id, toIvy))
    await usersJobs.purgeUser({ accountId: toIvy }, stack.frame)
    for (const one of [seen, elsewhere]) {
      await until(() => one.events.some(({ type }) => type === 'nameForgotten'))
      expect(JSON.stringify(one.view)).not.toMatch(tells)
      expect(one.view?.chat.messages.map(({ name }) => name)).toContain(guestName(toIvy))
    }
    for (const at of [stack.url, other.url])
      for (const since of [{ since: before }, {}]) {
        const socket = stack.connect({ token: inesToken }, pitch_uuid, { ...since, at })
        const heard: string[] = []
        socket.onAny((...said) => void heard.push(JSON.stringify(said)))
        const back = follow(socket)
        await until(() => back.first)
        expect(heard.join()).toContain('Ines')
        expect(heard.join()).not.toMatch(tells)
      }
    await stack.empty()
    await other.stop()
  })
})
