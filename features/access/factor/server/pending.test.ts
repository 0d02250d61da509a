import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { type AnyCall, pathOf } from '#contract/call.ts'
import { session } from '#features/access/session/server/tables.ts'
import { findActor } from '#features/access/signIn/server/actorQueries.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { hashToken } from '#server/tokens.ts'
import { giveApp, passwordIn } from '#testing/factors.ts'
import { givePassword } from '#testing/passwords.ts'
import { openTestSession } from '#testing/people.ts'
import { follow, type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { factor } from './tables.ts'

let stack: RoomStack
const tokens = { pending: '', needing: '' }
beforeAll(async () => {
  stack = await startRooms()
  await givePassword(stack.db, stack.people.superadmin.id)
  await giveApp(stack, 'superadmin')
  tokens.pending = (await passwordIn(stack, 'superadmin', '203.0.113.77')).token
  const { id, organisationId } = stack.people.lumenAdmin
  await stack.db.update(organisation).set({ enforceSecondFactor: true }).where(eq(organisation.id, organisationId))
  tokens.needing = await openTestSession(stack.db, id, organisationId)
})
afterAll(() => stack.stop())

/** Said a second time: a call that may be made before the second step has to be added here too. */
const whilePending = [
  'getUserInfoByToken',
  'writeLogout',
  'checkUserForConsoleLogin',
  'sendTwoFactorCode',
  'verifyTwoFactorCode',
  'getPasskeyRequest',
  'verifyPasskey',
  'loginBySecurityQuestion',
]
const whileSetting = [...whilePending, 'getFactors', 'startFactor', 'confirmFactor', 'updatePassword']

const all = Object.entries(calls) as [keyof typeof calls, AnyCall][]
const ofPeople = all.filter(([, c]) => c.who !== 'anyone')

async function outcome(name: keyof typeof calls, token: string) {
  const c = calls[name]
  const answer = await stack.app.inject({
    method: c.method,
    url: pathOf(name, c),
    headers: { authorization: `Bearer ${token}` },
    ...(c.method === 'POST' ? { payload: {} } : {}),
  })
  return (answer.json() as { error?: string }).error
}

describe('a session whose second step is pending', () => {
  it('[NAV-027] may make the calls of this list and no other', () => {
    expect(
      all
        .filter(([, c]) => c.whilePending === true)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(whilePending.toSorted())
  })

  it.each(ofPeople.map(([name]) => name).filter(name => !whilePending.includes(name)))('may not make %s', async name =>
    expect(await outcome(name, tokens.pending)).toBe('SecondStepPending'),
  )

  it('counts as not signed in for a public call', async () => {
    const anyones = all.filter(([name, c]) => c.who === 'anyone' && !whilePending.includes(name))
    for (const [name] of anyones)
      expect([name, await outcome(name, tokens.pending)]).toEqual([name, await outcome(name, 'x'.repeat(43))])
  })

  it.each([
    ['GET', `/decks/${'a'.repeat(32)}/medium`],
    ['GET', `/decks/files/${'a'.repeat(43)}`],
    ['POST', '/uploads'],
    ['HEAD', `/uploads/${crypto.randomUUID()}`],
    ['PATCH', `/uploads/${crypto.randomUUID()}`],
    ['DELETE', `/uploads/${crypto.randomUUID()}`],
    ['GET', `/users/exports/${'a'.repeat(43)}`],
    ['GET', `/pitch-documents/${crypto.randomUUID()}/presentation_description/1`],
  ] as const)('gets nothing by %s %s', async (method, url) => {
    for (const token of Object.values(tokens)) {
      const type = method === 'PATCH' ? { 'content-type': 'application/offset+octet-stream' } : {}
      const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...type }
      const answer = await stack.app.inject({ method, url, headers })
      expect([403, 404]).toContain(answer.statusCode)
      const isTold = method === 'HEAD' || answer.statusCode === 404
      expect(String(isTold || answer.body)).toMatch(/true|SecondStepPending|FactorRequired/)
      const anonymous = await stack.app.inject({ method, url, headers: { ...headers, authorization: '' } })
      expect(anonymous.statusCode).toBeGreaterThanOrEqual(400)
    }
  })

  it('is not let in to a room, by token or by cookie, nor to its video', async () => {
    const made = await seedPitch(stack)
    for (const [kind, error] of [
      ['pending', 'SecondStepPending'],
      ['needing', 'FactorRequired'],
    ] as const) {
      const cookie = `rostrum_access=${tokens[kind]}`
      const byToken = follow(stack.connect({ token: tokens[kind] }, made.uuid))
      const byCookie = follow(stack.connect(undefined, made.uuid, { headers: { cookie, origin: stack.url } }))
      await until(() => byToken.refused && byCookie.refused)
      expect([byToken.refused, byCookie.refused]).toEqual([error, error])
      const [row] = await stack.db
        .select()
        .from(session)
        .where(eq(session.tokenHash, hashToken(tokens[kind])))
      expect(await findActor(stack.db, row?.id ?? '')).toBeUndefined()
    }
  })
})

describe('a session of who has to set a factor first', () => {
  it('[NAV-025] may make the calls of this list and no other', () => {
    expect(
      all
        .filter(([, c]) => c.whilePending)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(whileSetting.toSorted())
  })

  it.each(ofPeople.map(([name]) => name).filter(name => !whileSetting.includes(name)))('may not make %s', async name =>
    expect(await outcome(name, tokens.needing)).toBe('FactorRequired'),
  )

  it('[ENT-033] is told so, and is let in as soon as one is set', async () => {
    const as = stack.withToken(tokens.needing)
    expect(await as.getUserInfoByToken({})).toMatchObject({ tl_2fa_status: 'required', tl_2fa_primary: '' })
    await giveApp(stack, 'lumenAdmin')
    expect(await as.getUserInfoByToken({})).toMatchObject({ tl_2fa_status: 'on', tl_2fa_primary: 'app' })
    await as.getUserListForEp({})
    await stack.db.delete(factor).where(eq(factor.accountId, stack.people.lumenAdmin.id))
    await expect(as.getUserListForEp({})).rejects.toMatchObject({ code: 'FactorRequired' })
  })

  it('does not concern who was let in to one pitch by a link', async () => {
    const { id } = stack.people.lumenInvestor
    const joins = await stack.db
      .select()
      .from(session)
      .where(and(eq(session.accountId, id), eq(session.kind, 'join')))
    for (const { id: joined } of joins) expect((await findActor(stack.db, joined))?.needsFactor).toBe(false)
  })
})
