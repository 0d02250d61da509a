import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinCookie } from '#features/access/session/server/cookies.ts'
import { hashToken } from '#server/tokens.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { joinLink } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const nobody = () => stack.as('nobody')
const presenter = () => stack.as('presenter')

/** A pitch with one person invited, and the token of their link. */
async function invited(email: string, change: object = {}) {
  const { id, uuid } = await stack.create('presenter', { attendees_arr: [{ email, firstname: 'Gus' }], ...change })
  // A co-host who is invited as well gets two emails.
  const mails = await stack.mailsTo(email, 'co_host' in change ? 2 : 1)
  const access_token = stack.tokenIn(mails.find(mail => mail.kind === 'pitchInvitation'))
  const [attendee] = (await presenter().getPitchAttendeeList({ uuid, name: email })).items
  return { id, uuid, access_token, attendee_id: attendee?.id ?? '' }
}
const expire = (token: string) =>
  stack.db
    .update(joinLink)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(joinLink.tokenHash, hashToken(token)))

describe('exchangeJoinLink', () => {
  it('[NAV-029] takes the token of a mailed link for a session of that one pitch', async () => {
    const { uuid, access_token } = await invited('join@x.test')
    const { body, set } = await rawCall(stack.app, 'exchangeJoinLink', { uuid, access_token })
    const cookie = set.get(joinCookie(uuid))
    expect(cookie).toMatchObject({ value: body.data.access_token, httpOnly: true, sameSite: 'Lax' })
    const joined = stack.withToken(body.data.access_token)
    expect(await joined.getJoinInfo({ uuid })).toMatchObject({
      uuid,
      part: 'attendee',
      name: 'Gus',
      email: 'join@x.test',
    })
    const other = await stack.create('presenter', { is_public: true })
    await expect(joined.getPitchDetail({ uuid: other.uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
    await expect(joined.getPersonalInfo({})).rejects.toMatchObject({ code: 'NotAllowed' })
    await expect(joined.getPitchAttendeeList({ uuid })).rejects.toMatchObject({ code: 'NotAllowed' })
  })

  it('lets the same person in again and again, on several machines', async () => {
    const { uuid, access_token } = await invited('often@x.test')
    const tokens = await Promise.all([1, 2, 3].map(() => nobody().exchangeJoinLink({ uuid, access_token })))
    expect(new Set(tokens.map(one => one.access_token)).size).toBe(3)
    for (const one of tokens) await stack.withToken(one.access_token).getJoinInfo({ uuid })
  })

  it('treats a co-host who comes by a link as an attendee', async () => {
    const { coHost } = stack.people
    const { uuid, access_token } = await invited(coHost.email, { co_host: coHost.email })
    const joined = await nobody().exchangeJoinLink({ uuid, access_token })
    expect(await stack.withToken(joined.access_token).getJoinInfo({ uuid })).toMatchObject({ part: 'attendee' })
    expect(await stack.as('coHost').getJoinInfo({ uuid })).toMatchObject({ part: 'coHost' })
  })

  it('[ERR-021, ERR-022] refuses truncated, array, null, long and foreign codes, and a link on another pitch', async () => {
    const { uuid, access_token } = await invited('wrong@x.test')
    const other = await invited('other-pitch@x.test')
    for (const code of [
      '',
      'x',
      access_token.slice(1),
      access_token.slice(0, -1),
      `${access_token}A`,
      other.access_token,
    ])
      await expect(nobody().exchangeJoinLink({ uuid, access_token: code })).rejects.toMatchObject({
        code: 'JoinLinkWrong',
      })
    for (const code of [[access_token], null, { a: 1 }, 7, access_token.repeat(10)]) {
      const { status, body } = await rawCall(
        stack.app,
        'exchangeJoinLink',
        { uuid, access_token: code },
        { json: true },
      )
      expect([status, body.error]).toEqual([400, 'InputInvalid'])
    }
    await expect(
      nobody().exchangeJoinLink({ uuid: '00000000-0000-4000-8000-000000000000', access_token }),
    ).rejects.toMatchObject({ code: 'JoinLinkWrong' })
    await nobody().exchangeJoinLink({ uuid, access_token })
  })

  it('[STATE-059, STATE-060, ERR-024] mails a new link, to the invited address, when an expired one is used', async () => {
    const { uuid, access_token } = await invited('expired@x.test')
    await expire(access_token)
    for (const _ of [1, 2, 3])
      await expect(nobody().exchangeJoinLink({ uuid, access_token })).rejects.toMatchObject({ code: 'JoinLinkExpired' })
    const [, renewal] = await stack.mailsTo('expired@x.test', 2)
    expect(renewal?.subject).toMatch(/new join link/)
    await nobody().exchangeJoinLink({ uuid, access_token: stack.tokenIn(renewal) })
    // while that link works, the expired one sends no more
    await expect(nobody().exchangeJoinLink({ uuid, access_token })).rejects.toMatchObject({ code: 'JoinLinkExpired' })
    expect(await stack.mailsTo('expired@x.test')).toHaveLength(2)
  })

  it('answers everybody while a crowd comes by expired links', async () => {
    const { uuid, access_token } = await invited('many@x.test')
    await expire(access_token)
    const crowd = Promise.allSettled(
      Array.from({ length: 14 }, () => nobody().exchangeJoinLink({ uuid, access_token })),
    )
    const someMore = sleep(5000).then(() => 'nothing')
    expect(await Promise.race([presenter().getPitchDetail({ uuid }), someMore])).toMatchObject({ uuid })
    const ends = await crowd
    expect(ends.map(one => one.status === 'rejected' && one.reason.code)).toEqual(Array(14).fill('JoinLinkExpired'))
  })

  it('is good until 30 days after the end of the pitch', async () => {
    const { uuid, access_token } = await invited('thirty@x.test')
    const { end_date_raw } = await presenter().getPitchDetail({ uuid })
    const [link] = await stack.db
      .select()
      .from(joinLink)
      .where(eq(joinLink.tokenHash, hashToken(access_token)))
    expect(link?.expiresAt.getTime()).toBe(Date.parse(end_date_raw) + 30 * 86_400_000)
  })

  it('stops an address that guesses tokens, and no other', async () => {
    const { uuid, access_token } = await invited('guessed@x.test')
    const guess = (n: number) =>
      rawCall(stack.app, 'exchangeJoinLink', { uuid, access_token: `guess-${n}` }, { ip: '10.9.9.9' })
    const answers = await Promise.all(Array.from({ length: 130 }, (_, n) => guess(n)))
    const statuses = new Map<number, number>()
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    expect([...statuses].sort()).toEqual([
      [404, 100],
      [429, 30],
    ])
    await nobody().exchangeJoinLink({ uuid, access_token })
  })
})

describe('exchangeJoinLink at its edges', () => {
  it('refuses an attendee whose account was disabled, and sets no cookie that would fail', async () => {
    const { uuid, access_token } = await invited('shutout@x.test')
    const [person] = (await stack.as('admin').getUserListForEp({ name: 'shutout@x.test' })).items
    await stack.as('admin').setUserDisabled({ user_id: person?.user_id ?? '', disabled: true })
    const { body, set } = await rawCall(stack.app, 'exchangeJoinLink', { uuid, access_token })
    expect([body.error, set.size]).toEqual(['JoinLinkDisabled', 0])
  })

  it('does not delay many attendees behind one address', async () => {
    const { uuid, access_token } = await invited('crowd@x.test')
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => rawCall(stack.app, 'exchangeJoinLink', { uuid, access_token })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('setJoinLinkDisabled', () => {
  it("[STATE-055, STATE-056, STATE-057] switches a person's links off, ends their sessions at once, and on again", async () => {
    const { id, uuid, access_token, attendee_id } = await invited('off@x.test')
    const joined = await nobody().exchangeJoinLink({ uuid, access_token })
    await presenter().setJoinLinkDisabled({ uuid, attendee_id, disabled: true })
    await expect(stack.withToken(joined.access_token).getJoinInfo({ uuid })).rejects.toMatchObject({
      code: 'NotSignedIn',
    })
    await expect(nobody().exchangeJoinLink({ uuid, access_token })).rejects.toMatchObject({ code: 'JoinLinkDisabled' })
    const ended = stack.rooms.recorded.filter(one => one.act === 'disconnect').map(one => one.args[0])
    expect(ended).toContainEqual({ accountId: expect.any(String), pitchId: id })
    expect(ended).toContainEqual({ sessionId: expect.any(String) })
    const [item] = (await presenter().getPitchAttendeeList({ uuid })).items
    expect(item).toMatchObject({ disabled: true })
    await presenter().setJoinLinkDisabled({ uuid, attendee_id, disabled: false })
    await nobody().exchangeJoinLink({ uuid, access_token })
    expect(await stack.actionsOn(attendee_id)).toEqual(['joinLink.disable', 'joinLink.enable'])
  })

  it('keeps an attendee out who signs in instead, of a public pitch too', async () => {
    const { investor } = stack.people
    const { uuid, attendee_id } = await invited(investor.email, { is_public: true })
    expect(await stack.as('investor').getJoinInfo({ uuid })).toMatchObject({ part: 'attendee' })
    await presenter().setJoinLinkDisabled({ uuid, attendee_id, disabled: true })
    await expect(stack.as('investor').getJoinInfo({ uuid })).rejects.toMatchObject({ code: 'JoinLinkDisabled' })
    await expect(stack.as('investor').getPitchDetail({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
  })

  it('refuses an attendee of another pitch, and callers who do not manage this one', async () => {
    const mine = await invited('here@x.test', { is_public: true, moderator: stack.people.pitchadmin.email })
    const other = await invited('there@x.test')
    const off = { uuid: mine.uuid, disabled: true }
    await expect(presenter().setJoinLinkDisabled({ ...off, attendee_id: other.attendee_id })).rejects.toMatchObject({
      code: 'AttendeeNotFound',
    })
    for (const name of ['lumenAdmin', 'coHost', 'pitchadmin'] as const)
      await expect(stack.as(name).setJoinLinkDisabled({ ...off, attendee_id: mine.attendee_id })).rejects.toMatchObject(
        { code: 'PitchNotFound' },
      )
    await nobody().exchangeJoinLink({ uuid: mine.uuid, access_token: mine.access_token })
  })
})

describe('getJoinInfo', () => {
  it('lets an invited person who is signed in join with one click, from another organisation too', async () => {
    const { uuid } = await invited(stack.people.lumenInvestor.email)
    expect(await stack.as('lumenInvestor').getJoinInfo({ uuid })).toMatchObject({ part: 'attendee', status: 0 })
  })

  it('makes a person of the organisation an attendee of a public pitch once, and no person of another', async () => {
    const { uuid } = await stack.create('presenter', { is_public: true })
    await Promise.all([1, 2, 3].map(() => stack.as('secondInvestor').getJoinInfo({ uuid })))
    const { items, total } = await presenter().getPitchAttendeeList({ uuid })
    expect([total, items[0]?.email, items[0]?.delivery]).toEqual([1, stack.people.secondInvestor.email, 'none'])
    // on the list, and not counted as invited
    expect((await presenter().getPitchDetail({ uuid })).attendees).toBe(0)
    const listed = await presenter().getPitchListForPresenter({ limit: 100 })
    expect(listed.items.find(item => item.uuid === uuid)?.attendees).toBe(0)
    await expect(stack.as('lumenInvestor').getJoinInfo({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
    await presenter().getJoinInfo({ uuid })
    expect((await presenter().getPitchAttendeeList({ uuid })).total).toBe(1)
  })

  it('does not open a private pitch to people who were not invited', async () => {
    const { uuid } = await stack.create('presenter')
    await expect(stack.as('investor').getJoinInfo({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
  })
})

describe('without a session', () => {
  it('[CALL-180] GetDefaultInfoByUUID answers the chat of a public pitch, its name and its numeric id', async () => {
    const { id, uuid } = await stack.create('presenter', { is_public: true })
    const info = await nobody().GetDefaultInfoByUUID({ uuid })
    expect(info).toEqual({
      group_chat_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      group_name: 'Seed round of Acme',
      pitch_detail_id: id,
    })
    const [again, checked] = await Promise.all([
      nobody().GetDefaultInfoByUUID({ uuid }),
      nobody().CheckPitchUUID({ uuid }),
    ])
    expect([again.group_chat_id, checked.group_chat_id]).toEqual([info.group_chat_id, info.group_chat_id])
  })

  it('[CALL-181, ERR-021] CheckPitchUUID answers code 1 and the chat of a pitch, and refuses a wrong uuid', async () => {
    const { id, uuid } = await stack.create('presenter', { is_public: true })
    const { body } = await rawCall(stack.app, 'CheckPitchUUID', { uuid })
    expect(body).toEqual({ code: 1, message: '', data: { group_chat_id: expect.any(String) } })
    const refused = { code: 'PitchNotFound' }
    const wrong = '00000000-0000-4000-8000-000000000000'
    await expect(nobody().CheckPitchUUID({ uuid: wrong })).rejects.toMatchObject(refused)
    await expect(nobody().GetDefaultInfoByUUID({ uuid: wrong })).rejects.toMatchObject(refused)
    await expect(nobody().CheckPitchUUID({ uuid: `${uuid}'--` })).rejects.toMatchObject({ code: 'InputInvalid' })
    await presenter().deletePitch({ id, uuid })
    await expect(nobody().CheckPitchUUID({ uuid })).rejects.toMatchObject(refused)
  })

  it('[CALL-180, CALL-181] tells of a private pitch only people whom their session or join link lets in', async () => {
    const { uuid } = await stack.create('presenter', { attendees_arr: [{ email: 'known@x.test', firstname: 'Kim' }] })
    const access_token = stack.tokenIn((await stack.mailsTo('known@x.test'))[0])
    const joined = stack.withToken((await nobody().exchangeJoinLink({ uuid, access_token })).access_token)
    for (const client of [joined, presenter(), stack.as('admin')]) {
      expect(await client.GetDefaultInfoByUUID({ uuid })).toMatchObject({ group_name: 'Seed round of Acme' })
      expect(await client.CheckPitchUUID({ uuid })).toEqual({ group_chat_id: expect.any(String) })
    }
    const { body: unknown } = await rawCall(stack.app, 'CheckPitchUUID', { uuid: crypto.randomUUID() })
    for (const call of ['GetDefaultInfoByUUID', 'CheckPitchUUID'] as const)
      for (const token of [undefined, stack.people.investor.token, stack.people.lumenAdmin.token]) {
        const headers = token ? { authorization: `Bearer ${token}` } : undefined
        const { body } = await rawCall(stack.app, call, { uuid }, headers && { headers })
        expect(body).toEqual({ ...unknown, request_id: expect.any(String) })
      }
  })
})
