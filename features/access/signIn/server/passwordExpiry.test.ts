import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { hashToken } from '#server/tokens.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { actorOfToken } from './actor.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const day = 86_400_000
const stateOf = (values: Partial<typeof account.$inferInsert>) =>
  stack.db.update(account).set(values).where(eq(account.id, stack.people.presenter.id))
const maxDays = (passwordMaxDays: number | null) =>
  stack.db
    .update(organisation)
    .set({ passwordMaxDays })
    .where(eq(organisation.id, stack.people.presenter.organisationId))
let addresses = 0
async function signIn(password = goodPassword): Promise<string> {
  const fields = { grant_type: 'password', username: 'presenter', password }
  const { body } = await rawCall(stack.app, 'signIn', fields, { ip: `198.51.110.${++addresses}` })
  return body.access_token
}
const me = (token: string) => stack.withToken(token).getUserInfoByToken({})

beforeEach(async () => {
  await givePassword(stack.db, stack.people.presenter.id)
  await stateOf({ promptResetPassword: false })
  await maxDays(null)
})

describe('a password that has expired', () => {
  it('does not exist unless the organisation wants it', async () => {
    await stateOf({ passwordChangedAt: new Date(Date.now() - 4000 * day) })
    const token = await signIn()
    expect(await me(token)).toMatchObject({ is_password_expired: false, prompt_reset_password: false })
    await stack.withToken(token).getPitchListForPresenter({})
  })

  it('[ERR-010] opens nothing but its own change, whatever the way to the server', async () => {
    await maxDays(90)
    await stateOf({ passwordChangedAt: new Date(Date.now() - 91 * day) })
    const token = await signIn()
    expect(await me(token)).toMatchObject({ is_password_expired: true })
    const here = stack.withToken(token)
    for (const name of ['getPitchListForPresenter', 'getSessionList', 'endOtherSessions'] as const)
      await expect(here[name]({})).rejects.toMatchObject({ code: 'PasswordExpired' })
    await expect(actorOfToken(stack.frame, token), 'a socket').rejects.toMatchObject({ code: 'PasswordExpired' })
    await here.updatePassword({ old_pass: goodPassword, new_pass: 'quiet Lantern 58' })
    expect(await me(token)).toMatchObject({ is_password_expired: false })
    await here.getPitchListForPresenter({})
  })

  it('is not followed by itself', async () => {
    await maxDays(90)
    await stateOf({ passwordChangedAt: new Date(Date.now() - 91 * day) })
    const same = stack.withToken(await signIn()).updatePassword({ old_pass: goodPassword, new_pass: goodPassword })
    await expect(same).rejects.toMatchObject({ code: 'PasswordNotAllowed', fields: { new_pass: 'sameAsOld' } })
  })

  it('is noticed at the next sign-in, and never in the middle of a pitch', async () => {
    await maxDays(90)
    await stateOf({ passwordChangedAt: new Date(Date.now() - 89 * day) })
    const token = await signIn()
    await stateOf({ passwordChangedAt: new Date(Date.now() - 90.5 * day) })
    await stack.db
      .update(session)
      .set({ createdAt: new Date(Date.now() - day) })
      .where(eq(session.tokenHash, hashToken(token)))
    await stack.withToken(token).getPitchListForPresenter({})
    expect(await me(await signIn())).toMatchObject({ is_password_expired: true })
  })

  it('[NAV-033] is nothing to a superadmin who acts as its owner', async () => {
    await maxDays(1)
    await stateOf({ passwordChangedAt: new Date(0), promptResetPassword: true })
    const acting = { user_id: stack.people.presenter.id, reason: 'a test of what may be done' }
    const { access_token: token } = await stack.as('superadmin').startImpersonate(acting)
    expect(await me(token)).toMatchObject({ is_password_expired: false, prompt_reset_password: false })
    await stack.withToken(token).getPitchListForPresenter({})
  })
})

describe('a password that is another’s work', () => {
  it('has to be changed at once', async () => {
    await stateOf({ promptResetPassword: true })
    const token = await signIn()
    expect(await me(token)).toMatchObject({ prompt_reset_password: true, is_password_expired: false })
    await expect(stack.withToken(token).getPitchListForPresenter({})).rejects.toMatchObject({ code: 'PasswordExpired' })
    await stack.withToken(token).updatePassword({ old_pass: goodPassword, new_pass: 'quiet Lantern 58' })
    expect(await me(token)).toMatchObject({ prompt_reset_password: false })
  })
})

describe('what a browser is told with the person', () => {
  it('[STATE-096] the minutes of the organisation', async () => {
    const { organisationId } = stack.people.presenter
    const minutes = (sessionTimeoutMinutes: number) =>
      stack.db.update(organisation).set({ sessionTimeoutMinutes }).where(eq(organisation.id, organisationId))
    await minutes(7)
    expect((await me(await signIn())).session_timeout).toBe(7)
    await minutes(30)
  })

  it('where questions go: to the organisation, else to the operator of the console', async () => {
    const { organisationId } = stack.people.presenter
    const token = await signIn()
    expect((await me(token)).support_email).toBe('')
    await stack.db
      .update(organisation)
      .set({ supportEmail: 'help@quill.test' })
      .where(eq(organisation.id, organisationId))
    expect((await me(token)).support_email).toBe('help@quill.test')
  })
})
