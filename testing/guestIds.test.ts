import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { callsInRooms } from '#app/server/rooms.ts'
import type { AnyCall } from '#contract/call.ts'
import { guestName } from '#features/core/account/veil.ts'
import { aliasesOf } from '#features/room/guest/server/aliases.ts'
import { idsBehind } from '#features/room/guest/server/queries.ts'
import { openTestSession } from './people.ts'
import { rawCall } from './rawCall.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from './startRooms.ts'
import type { TestClient } from './startStack.ts'

/** Whatever would tell who Ivy is, also in base64 behind "@" or "Message from ". */
const tells = /Ivy|\binvestor@|QEl2e|BJdnkg|ASXZ5I/
const uuids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi

type Name = keyof typeof calls
const every = Object.entries(calls) as [Name, AnyCall][]
const mayMake = ({ who }: AnyCall) =>
  who === 'anyone' || (['attendee', 'vc', 'member', 'presenter'] as const).some(role => who.includes(role))
const takes = ({ input }: AnyCall) => Object.keys(input.shape)

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

/** They name the people of an organisation, but say nothing of a room. */
const ofPeople = new Set<Name>(['getPeopleList', 'getPersonInfo', 'getPersonInfoById'])

/** Ivy does all that shows her to others, and the others do to her all that they may. */
async function presentAll(uuid: string, group_uuid: string, ivy: TestClient, ines: TestClient) {
  const pitch_uuid = uuid
  const [presenter, member] = [stack.as('presenter'), stack.as('member')]
  const send = (client: TestClient, content: string, more: object = {}) =>
    client.sendMessage({ group_uuid, content, local_msg_id: randomUUID(), ...more })
  const own = await send(ivy, 'What is the burn?')
  const { fromuserid: alias } = (await ines.getChatHistory({ group_uuid })).items.at(-1) ?? { fromuserid: '' }
  const about = await send(ines, `As @${guestName(alias)} says`, { notification_members: [alias] })
  await ines.reactToMessage({ group_uuid, message_id: own.id, emoji: '👏', on: true })
  await ivy.reactToMessage({ group_uuid, message_id: about.id, emoji: '👏', on: true })
  await member.forwardMessages({ pitch_uuid, message_ids: [own.id, about.id] })
  await ivy.setHand({ pitch_uuid, raised: true })
  await presenter.grantStage({ pitch_uuid, user_id: alias, microphone: true, camera: false })
  await ivy.sendCaption({
    ...{ pitch_uuid, text: 'Hello', language: 'en', spoken_ms: 100, id: randomUUID(), final: true },
  })
  const asked = await ivy.askQuestion({
    ...{ pitch_uuid, content: 'And then?', is_named: true, local_question_id: randomUUID() },
  })
  await member.updateQuestion({ pitch_uuid, question_id: asked.id, state: 'answering' })
  const poll = await presenter.savePoll({
    ...{ pitch_uuid, question: 'Which?', options: ['A', 'B'], multiple: false, is_anonymous: false },
  })
  await presenter.openPoll({ pitch_uuid, poll_id: poll.id })
  await ivy.votePoll({ pitch_uuid, poll_id: poll.id, choices: [0] })
  const { chat_id } = await ines.addChatGroup({ pitch_uuid, members: [alias], name: 'Us' })
  await ivy.sendMessage({ group_uuid: chat_id, content: 'In private', local_msg_id: randomUUID() })
  const toHost = { pitch_uuid, touserid: (await ines.getSessionInfo({ uuid })).presenter_id, type: 'friend' as const }
  const friend = await ivy.sendMessage({ ...toHost, content: 'Hi', local_msg_id: randomUUID() })
  await member.updatePitchMuteChat({ pitch_uuid, is_mute_chat: true, user_id: alias })
  return { alias, group: chat_id, friend: friend.group_uuid, question: asked.id, poll: poll.id }
}

describe('a room in guest mode', () => {
  it('[PERM-058, PERM-059] shows no id of a guest that any call knows, in no frame and no answer', async () => {
    const { people } = stack
    const values = { moderators: [people.member.email], showQuestion: true, showNames: false }
    const made = await seedPitch(stack, values)
    const uuid = made.uuid
    await stack.as('presenter').startPitch({ uuid })
    await stack.as('presenter').updateGuestMode({ uuid, on: true })
    const [ivyToken, inesToken] = [
      (await seedAttendee(stack, made, people.investor)).token,
      (await seedAttendee(stack, made, people.secondInvestor)).token,
    ]
    const signedIn = await openTestSession(stack.db, people.secondInvestor.id, people.secondInvestor.organisationId)
    const heard: string[] = []
    const listen = async (who: Parameters<RoomStack['connect']>[0], since?: number) => {
      const socket = stack.connect(who, uuid, since === undefined ? {} : { since })
      socket.onAny((...said) => void heard.push(JSON.stringify(said)))
      const seen = follow(socket)
      await until(() => seen.first)
      return { socket, seen }
    }
    const ines = await listen({ token: inesToken })
    await listen('presenter')
    const ivySocket = stack.connect({ token: ivyToken }, uuid)
    const ivySeen = follow(ivySocket)
    await until(() => ivySeen.first)
    await until(async () => (await stack.as('presenter').getRoomPeople({ pitch_uuid: uuid })).here === 3)
    const group_uuid = ines.seen.first?.group_uuid ?? ''
    const since = ines.seen.seq
    const done = await presentAll(uuid, group_uuid, stack.withToken(ivyToken), stack.withToken(inesToken))
    ivySocket.emit('signal', { type: 'reaction', payload: { emoji: '👏' } })
    await until(() => heard.some(said => said.includes('reactionsBy')))
    ivySocket.disconnect()
    await until(() =>
      ines.seen.signals.some(
        ({ type, payload }) => type === 'presence' && JSON.stringify(payload).includes(`"left":["${done.alias}"]`),
      ),
    )
    await listen({ token: inesToken }, since)
    await listen({ token: inesToken })
    for (const type of [
      'messageSent',
      'captionSaid',
      'handRaised',
      'stageGranted',
      'questionShown',
      'chatMessage',
      'chatMuted',
      'messageReacted',
      'snapshot',
      'resumed',
    ])
      expect(
        heard.some(said => said.includes(type)),
        type,
      ).toBe(true)

    // what everybody who may not know the guests is answered
    const callers = [inesToken, signedIn, people.presenter.token, people.member.token]
    let sent = 0
    const ask = async (name: Name, fields: object, token: string) => {
      const { body } = await rawCall(stack.app, name, fields, {
        headers: { authorization: `Bearer ${token}` },
        json: true,
        // each from another address: an answer that was refused as one too many proves nothing
        ip: `10.0.${(++sent >> 8) % 256}.${sent % 256}`,
      })
      expect(body).not.toMatchObject({ error: 'TooManyRequests' })
      return JSON.stringify(body)
    }
    const known = { uuid, pitch_uuid: uuid, poll_id: done.poll, question_id: done.question, page: 1, limit: 50 }
    // managers have lists of the invited, with names, outside of the room
    const isAttendee = (token: string) => token === inesToken || token === signedIn
    const answers: string[] = []
    for (const [name, call] of every)
      for (const token of callers)
        for (const group of [group_uuid, done.group, done.friend]) {
          const isAsked = isAttendee(token) ? mayMake(call) && !ofPeople.has(name) : callsInRooms.has(name)
          if (call.reads && isAsked && (takes(call).includes('group_uuid') || group === group_uuid))
            answers.push(await ask(name, { ...known, group_uuid: group, message_id: 1 }, token))
        }
    expect(answers.filter(answer => answer.startsWith('{"code":1')).length).toBeGreaterThan(60)
    const ofRoom = [...heard, ...answers]

    const sessions = await stack.db.execute<{ id: string }>(
      `select id from session where account_id = '${people.investor.id}'`,
    )
    const secrets = [people.investor.id, guestName(people.investor.id), ...sessions.rows.map(({ id }) => id)]
    const shown = ofRoom.flatMap(text => {
      const found = secrets.find(secret => text.includes(secret)) ?? text.match(tells)?.[0]
      return found ? [`${found} in ${text.slice(0, 2000)}`] : []
    })
    expect(shown).toEqual([])

    // each id in each call
    const ids = new Set(ofRoom.flatMap(text => text.match(uuids) ?? []))
    expect(ids).toContain(done.alias)
    const opened: string[] = []
    for (const id of ids)
      for (const [name, call] of every) {
        const fields = takes(call).filter(field =>
          /(^|_)u?u?ids?$|^(touserid|only|without|members|userid|presenter|actor)$/.test(field),
        )
        if (!mayMake(call) || !call.reads || fields.length === 0) continue
        const places = fields.filter(field => !(field in known))
        const asking = (id: string, token: string) => {
          const given = places.map(field => [field, /^(only|without|members)$/.test(field) ? [id] : id])
          return ask(name, { ...known, group_uuid, ...Object.fromEntries(given) }, token)
        }
        // an id that stands for a guest is tried by all, any other by an attendee and a manager
        const askers = id === done.alias ? callers : [signedIn, people.presenter.token]
        for (const token of places.length > 0 ? askers : []) {
          const answer = await asking(id, token)
          const found = secrets.find(secret => answer.includes(secret)) ?? answer.match(tells)?.[0]
          // a list for managers may name the invited whatever is asked
          if (found && !(await asking(randomUUID(), token)).includes(found)) opened.push(`${name} ${id}: ${found}`)
        }
      }
    expect(opened).toEqual([])
  }, 300_000)

  it('[PERM-059] has ids of its own, which open nothing in another pitch, and no other id opens anything in it', async () => {
    const { people } = stack
    const [hidden, open] = [await seedPitch(stack), await seedPitch(stack)]
    const [ivy, ines] = [people.investor, people.secondInvestor]
    for (const { uuid } of [hidden, open]) await stack.as('presenter').startPitch({ uuid })
    const enter = async (made: typeof hidden, person: typeof ivy) =>
      stack.withToken((await seedAttendee(stack, made, person)).token)
    await enter(hidden, ivy)
    await enter(open, ivy)
    const [inHidden, inOpen] = [await enter(hidden, ines), await enter(open, ines)]
    await stack.as('presenter').updateGuestMode({ uuid: hidden.uuid, on: true })
    const listed = async (client: TestClient, pitch_uuid: string, only?: string[]) =>
      (await client.getRoomPeople({ pitch_uuid, ...(only && { only }) })).items.filter(
        ({ part }) => part === 'attendee',
      )
    const aliases = (await listed(inHidden, hidden.uuid)).map(({ id }) => id)
    expect(aliases).toHaveLength(2)
    expect((await listed(inOpen, open.uuid)).map(({ id }) => id).sort()).toEqual([ivy.id, ines.id].sort())

    // an alias opens nothing elsewhere
    expect(await listed(inOpen, open.uuid, aliases)).toEqual([])
    for (const alias of aliases) {
      await expect(inOpen.addChatGroup({ pitch_uuid: open.uuid, members: [alias] })).rejects.toThrow()
      for (const who of ['presenter', 'admin', 'superadmin'] as const) {
        await expect(stack.as(who).getPersonInfo({ user_id: alias })).rejects.toThrow('UserNotFound')
        await expect(stack.as(who).getPersonInfoById({ userid: alias })).rejects.toThrow('UserNotFound')
      }
    }
    // and the id of an account nothing here, except one's own: the answer would tell whose alias is whose
    for (const client of [inHidden, stack.as('presenter'), stack.as('admin')])
      expect(await listed(client, hidden.uuid, [ivy.id])).toEqual([])
    await expect(inHidden.addChatGroup({ pitch_uuid: hidden.uuid, members: [ivy.id] })).rejects.toThrow()
    expect(await listed(inHidden, hidden.uuid, [ines.id])).toHaveLength(1)
    // a server that has never shown an alias finds it among the people of the pitch
    const strange = await aliasesOf({ ...stack.frame.settings }, hidden.id)
    const behind = await idsBehind(stack.db, hidden.id, strange, aliases)
    expect([...behind].map(([_alias, id]) => [strange.of(id), id])).toEqual([...behind])
    expect([...behind.values()].sort()).toEqual([ivy.id, ines.id].sort())
    expect(
      (await idsBehind(stack.db, open.id, await aliasesOf({ ...stack.frame.settings }, open.id), aliases)).size,
    ).toBe(0)

    // a second pitch in guest mode knows both by other ids
    await stack.as('presenter').updateGuestMode({ uuid: open.uuid, on: true })
    const others = (await listed(inOpen, open.uuid)).map(({ id }) => id)
    expect(new Set([...aliases, ...others, ivy.id, ines.id]).size).toBe(6)
    // those who may know the guests see who is behind the alias
    expect(
      (await listed(stack.as('admin'), hidden.uuid)).map(({ id, name }) => [aliases.includes(id), name]).sort(),
    ).toEqual([
      [true, 'Ines Second'],
      [true, 'Ivy Investor'],
    ])
  })
})
