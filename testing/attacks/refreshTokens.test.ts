import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usedRefreshToken } from '#features/access/session/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { giveApp, passwordIn } from '#testing/factors.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { sessionOf, signInAs } from '#testing/sessions.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

// A thief with a refresh token of somebody else, before and after its owner has used it.

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter', 'superadmin', 'coHost'] as const) await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())

const renew = (refresh_token: string, ip = '198.51.100.7') =>
  rawCall(stack.app, 'signIn', { grant_type: 'refresh_token', refresh_token }, { ip })
const isOpen = async (token: string) =>
  (await rawCall(stack.app, 'getUserInfoByToken', {}, { headers: { authorization: `Bearer ${token}` } })).status === 200
/** As if the last renewals of a session had been so many milliseconds ago. */
const passed = (sessionId: string, ms: number) =>
  stack.db
    .update(usedRefreshToken)
    .set({ usedAt: new Date(Date.now() - ms) })
    .where(eq(usedRefreshToken.sessionId, sessionId))

it('gives a thief nothing within the grace, however often and from wherever they ask', async () => {
  const own = await signInAs(stack, 'presenter')
  const renewed = (await renew(own.refresh_token)).body
  const asked = await Promise.all(Array.from({ length: 20 }, (_, n) => renew(own.refresh_token, `203.0.113.${n}`)))
  for (const { status, body, set } of asked) {
    expect([status, body.error_code]).toEqual([401, 'TokenExpired'])
    expect(body).not.toHaveProperty('access_token')
    expect([...set.values()].filter(({ value }) => value !== '')).toEqual([])
  }
  expect(await isOpen(renewed.access_token), 'a lost answer does not sign the owner out').toBe(true)
})

it('ends the session after the grace, for the thief and the owner alike, even while it is renewed', async () => {
  for (let round = 0; round < 5; round++) {
    // the thief was faster: the owner's token has been used
    const own = await signInAs(stack, 'presenter')
    const stolen = (await renew(own.refresh_token)).body
    const { id } = await sessionOf(stack, stolen.access_token)
    await passed(id, 10_001)
    const [, thief] = await Promise.all([renew(own.refresh_token), renew(stolen.refresh_token)])
    const tokens = [stolen, thief.body].filter(({ access_token }) => access_token)
    for (const { access_token, refresh_token } of tokens) {
      expect(await isOpen(access_token)).toBe(false)
      expect((await renew(refresh_token)).status).toBe(401)
    }
    const entries = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, id))
    // in the log of the person's organization, with the address from which it came
    expect(entries.filter(({ action }) => action === 'session.end')).toMatchObject([
      {
        organisationId: stack.people.presenter.organisationId,
        ip: '198.51.100.7',
        detail: { account: stack.people.presenter.id, reason: 'a used refresh token came back' },
      },
    ])
  }
})

it('remembers every used token of a session, and ends only that session', async () => {
  const other = await signInAs(stack, 'presenter')
  const first = await signInAs(stack, 'presenter')
  let last = first
  for (let n = 0; n < 6; n++) last = (await renew(last.refresh_token)).body
  await passed((await sessionOf(stack, last.access_token)).id, 3_600_000)
  await renew(first.refresh_token)
  expect(await isOpen(last.access_token)).toBe(false)
  expect(await isOpen(other.access_token)).toBe(true)
})

it('ends what a superadmin began upon the session, too', async () => {
  const own = await signInAs(stack, 'superadmin')
  const user_id = stack.people.investor.id
  const reason = 'A ticket of theirs'
  const { access_token } = await stack.withToken(own.access_token).startImpersonate({ user_id, reason })
  expect(await isOpen(access_token)).toBe(true)
  const renewed = (await renew(own.refresh_token)).body
  await passed((await sessionOf(stack, renewed.access_token)).id, 10_001)
  await renew(own.refresh_token)
  expect(await isOpen(access_token)).toBe(false)
})

it('is no access token, opens no pending sign-in, and survives neither a password nor a sign-out', async () => {
  const own = await signInAs(stack, 'coHost')
  expect(await isOpen(own.refresh_token)).toBe(false)
  const before = await signInAs(stack, 'coHost')
  await stack.withToken(own.access_token).updatePassword({ old_pass: goodPassword, new_pass: 'amber Harbour 28' })
  expect((await renew(before.refresh_token)).status).toBe(401)
  await stack.withToken(own.access_token).writeLogout({})
  expect((await renew(own.refresh_token)).status).toBe(401)

  await giveApp(stack, 'presenter')
  const pending = await passwordIn(stack, 'presenter', '203.0.113.99')
  expect(['', 'undefined']).toContain(pending.refresh)
  expect((await renew(pending.token)).status).toBe(401)
})
