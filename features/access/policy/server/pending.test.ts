import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { type AnyCall, pathOf } from '#contract/call.ts'
import { agree } from '#testing/agree.ts'
import { openSessionBeforeAgreement } from '#testing/people.ts'
import { follow, type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { policyAgreement } from './tables.ts'

let stack: RoomStack
let token = ''
beforeAll(async () => {
  stack = await startRooms()
  await stack.db.delete(policyAgreement)
  const { id, organisationId } = stack.people.superadmin
  token = await openSessionBeforeAgreement(stack.db, id, organisationId)
})
afterAll(() => stack.stop())

/** Said a second time: a call that may be made before the agreement has to be added here too. */
const beforeAgreement = [
  ...['getUserInfoByToken', 'agreePolicy', 'getMyAgreements', 'writeLogout', 'updateLastLogin'],
  ...['checkUserForConsoleLogin', 'sendTwoFactorCode', 'verifyTwoFactorCode', 'getPasskeyRequest', 'verifyPasskey'],
  'loginBySecurityQuestion',
]
const all = Object.entries(calls) as [keyof typeof calls, AnyCall][]

async function outcome(name: keyof typeof calls, of: string) {
  const { method } = calls[name]
  const headers = { authorization: `Bearer ${of}` }
  const url = pathOf(name, calls[name])
  const answer = await stack.app.inject({ method, url, headers, ...(method === 'POST' ? { payload: {} } : {}) })
  return (answer.json() as { error?: string }).error
}

describe('[SCREEN-042] a person who has yet to agree to the policies', () => {
  it('may make the calls of this list and no other', () => {
    const may = all.filter(([, c]) => c.beforeAgreement).map(([name]) => name)
    expect(may.toSorted()).toEqual(beforeAgreement.toSorted())
  })

  it('is refused every other call of people', async () => {
    const others = all.filter(([name, c]) => c.who !== 'anyone' && !beforeAgreement.includes(name))
    expect(others.length).toBeGreaterThan(150)
    for (const [name] of others) expect([name, await outcome(name, token)]).toEqual([name, 'PolicyPending'])
  })

  it('counts as not signed in for a public call', async () => {
    const open = all.filter(([name, c]) => c.who === 'anyone' && !beforeAgreement.includes(name))
    expect(open.length).toBeGreaterThan(10)
    for (const [name] of open)
      expect([name, await outcome(name, token)]).toEqual([name, await outcome(name, 'x'.repeat(43))])
  })

  it.each([
    ['GET', `/decks/files/${'a'.repeat(43)}`],
    ['POST', '/uploads'],
    ['GET', `/users/exports/${'a'.repeat(43)}`],
    ['GET', `/pitch-documents/${crypto.randomUUID()}/presentation_description/1`],
  ] as const)('gets nothing by %s %s', async (method, url) => {
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
    const { body, statusCode } = await stack.app.inject({ method, url, headers })
    expect(statusCode === 404 ? 'PolicyPending' : body).toContain('PolicyPending')
  })

  it('is not let in to a room, by token or by cookie', async () => {
    const made = await seedPitch(stack)
    const headers = { cookie: `rostrum_access=${token}`, origin: stack.frame.settings.publicUrl }
    const byToken = follow(stack.connect({ token }, made.uuid))
    const byCookie = follow(stack.connect(undefined, made.uuid, { headers }))
    await until(() => byToken.refused && byCookie.refused)
    expect([byToken.refused, byCookie.refused]).toEqual(['PolicyPending', 'PolicyPending'])
  })

  it('may read the policies, agree, and then do everything', async () => {
    const me = stack.withToken(token)
    await me.getPolicy({ kind: 'terms-of-service' })
    await agree(me)
    await me.getUserListForEp({})
    await stack.db.delete(policyAgreement)
    await expect(me.getUserListForEp({})).rejects.toMatchObject({ code: 'PolicyPending' })
  })

  it('may be let in to one pitch by its join link, and be acted as by a superadmin who has agreed', async () => {
    const admin = stack.withToken(token)
    await agree(admin)
    const { id } = stack.people.investor
    const { access_token } = await admin.startImpersonate({ user_id: id, reason: 'Cannot find the pitch' })
    expect(await stack.withToken(access_token).getInvitedPitchList({})).toHaveProperty('items')
  })
})
