import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
let own: string
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(auditEntry)
  const { id, organisationId } = stack.people.superadmin
  own = await openTestSession(stack.db, id, organisationId)
})

const idOf = (name: PersonName) => stack.people[name].id
/** What was written down, newest first. */
const written = () => stack.db.select().from(auditEntry).orderBy(desc(auditEntry.id))
/** As a browser does it: the super admin's cookie, then both. */
async function browser(user_id: string) {
  const cookies: Record<string, string> = { rostrum_access: own }
  const answer = await rawCall(stack.app, 'startImpersonate', { user_id, reason: 'Looks into it' }, { cookies })
  const acting = answer.set.get('rostrum_acting')
  if (acting) cookies['rostrum_acting'] = acting.value
  return { answer, acting, cookies }
}

describe('in a browser', () => {
  it('gives no script the token, and leaves the own cookies as they are', async () => {
    const { answer, acting, cookies } = await browser(idOf('presenter'))
    expect(answer.body.data.access_token).toBe('')
    expect(acting).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect([...answer.set.keys()]).toEqual(['rostrum_acting'])
    const me = await rawCall(stack.app, 'getUserInfoByToken', {}, { cookies })
    expect(me.body.data).toMatchObject({ user_id: idOf('presenter'), impersonate_model: true })
  })

  it('[CALL-104, STATE-070, STATE-071] restores the original token at the end', async () => {
    const { cookies } = await browser(idOf('presenter'))
    const ended = await rawCall(stack.app, 'endImpersonate', { how: 'signOut' }, { cookies })
    expect(ended.set.get('rostrum_acting')).toMatchObject({ value: '', maxAge: 0 })
    expect([...ended.set.keys()]).toEqual(['rostrum_acting'])
    const me = await rawCall(stack.app, 'getUserInfoByToken', {}, { cookies: { rostrum_access: own } })
    expect(me.body.data.user_id).toBe(idOf('superadmin'))
    expect((await written())[0]).toMatchObject({
      action: 'impersonation.end',
      actorId: idOf('presenter'),
      impersonatorId: idOf('superadmin'),
      detail: { how: 'signOut' },
    })
  })

  it('says that it is over, and never goes on as the superadmin in silence', async () => {
    const { cookies } = await browser(idOf('presenter'))
    await rawCall(stack.app, 'endImpersonate', {}, { cookies })
    const late = await rawCall(stack.app, 'getMailList', {}, { cookies })
    expect(late.body.error).toBe('ImpersonationEnded')
    expect(late.set.get('rostrum_acting')).toMatchObject({ value: '', maxAge: 0, httpOnly: true })
    // a public call is made without an actor
    const asked = await rawCall(stack.app, 'checkResetPasswordLink', { token: 'x' }, { cookies })
    expect(['LinkNotFound', 'InputInvalid']).toContain(asked.body.error)
  })

  it('ends once, however often it is asked to', async () => {
    const { cookies } = await browser(idOf('presenter'))
    await Promise.all([1, 2, 3].map(() => rawCall(stack.app, 'endImpersonate', {}, { cookies })))
    expect((await written()).filter(({ action }) => action === 'impersonation.end')).toHaveLength(1)
  })

  it('is not ended by a page that closes late and acted as another person', async () => {
    const { cookies } = await browser(idOf('presenter'))
    await rawCall(stack.app, 'endImpersonate', { how: 'unload', user_id: idOf('investor') }, { cookies })
    const me = await rawCall(stack.app, 'getUserInfoByToken', {}, { cookies })
    expect(me.body.data.user_id).toBe(idOf('presenter'))
  })

  it('refuses to end or to start for another site', async () => {
    const { cookies } = await browser(idOf('presenter'))
    const headers = { origin: 'https://elsewhere.example' }
    expect((await rawCall(stack.app, 'endImpersonate', {}, { cookies, headers })).body.error).toBe('ForeignOrigin')
    const fields = { user_id: idOf('member'), reason: 'Looks into it' }
    const lone = { cookies: { rostrum_access: own }, headers }
    expect((await rawCall(stack.app, 'startImpersonate', fields, lone)).body.error).toBe('ForeignOrigin')
  })

  it('refuses a page that was opened as another person', async () => {
    const { cookies } = await browser(idOf('presenter'))
    const as = (id: string) => ({ cookies, headers: { 'x-rostrum-person': id } })
    const asked = await rawCall(stack.app, 'getPersonalInfo', {}, as(idOf('superadmin')))
    expect([asked.status, asked.body.error]).toEqual([409, 'PersonChanged'])
    // said before anything else is: the page hears why, and not that its own person may not
    expect((await rawCall(stack.app, 'getMailList', {}, as(idOf('superadmin')))).body.error).toBe('PersonChanged')
    expect((await rawCall(stack.app, 'getPersonalInfo', {}, as(idOf('presenter')))).status).toBe(200)
  })
})
