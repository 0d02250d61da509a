import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recoveryJobs } from '#features/access/recovery/server/feature.ts'
import { ACCESS_COOKIE } from '#features/access/session/server/cookies.ts'
import { account } from '#features/core/account/server/tables.ts'
import { mailsTo } from '#testing/outbox.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { runJobs } from '#testing/runJobs.ts'
import { joinAs, pitchOf, sessionOf, signInAs } from '#testing/sessions.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
/** Two sessions of the same person, each by its token. */
let here = ''
let there = ''
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await givePassword(stack.db, stack.people.member.id)
  here = (await signInAs(stack, 'member')).access_token
  there = (await signInAs(stack, 'member')).access_token
})

/** What a browser gets that still has the cookie of the other session. */
async function answer(token = there) {
  const headers = { origin: 'http://localhost:7500', 'sec-fetch-site': 'same-origin' }
  const { status, body } = await rawCall(
    stack.app,
    'getUserInfoByToken',
    {},
    { cookies: { [ACCESS_COOKIE]: token }, headers },
  )
  return { status, error: body.error, fields: body.fields }
}
const told = (session: string) => ({ status: 401, error: 'NotSignedIn', fields: { session } })
const nothing = { status: 401, error: 'NotSignedIn', fields: undefined }

describe('who comes back with the token of an ended session is told how it ended', () => {
  it('from another device, one or all others', async () => {
    await stack.withToken(here).endSession({ session_id: (await sessionOf(stack, there)).id })
    expect(await answer()).toEqual(told('elsewhere'))
    await expect(stack.withToken(there).getSessionList({})).rejects.toMatchObject({ fields: { session: 'elsewhere' } })
    const third = (await signInAs(stack, 'member')).access_token
    await stack.withToken(here).endOtherSessions({})
    expect(await answer(third)).toEqual(told('elsewhere'))
    expect(await answer(here)).toMatchObject({ status: 200 })
  })

  it('by a new password, set by themselves or by an emailed link', async () => {
    await stack.withToken(here).updatePassword({ old_pass: goodPassword, new_pass: 'Lantern9harbour' })
    expect(await answer()).toEqual(told('passwordChanged'))
    const { email } = stack.people.member
    await stack.as('nobody').sendResetPasswordEmail({ email })
    await runJobs(stack, recoveryJobs)
    const mail = (await mailsTo(stack.db, email, 'resetPassword'))[0]
    const link_code = mail?.text.match(/\/reset-password\/\w+\/[\w-]+\/([\w-]{43})\s/)?.[1] ?? ''
    await stack.as('nobody').resetPassword({ link_code, new_pass: 'Harbour7lanterns' })
    expect(await answer(here)).toEqual(told('passwordChanged'))
  })

  it('by a new email address', async () => {
    await stack.withToken(here).changeEmail({ email: 'mel@new.test', current_pass: goodPassword })
    const code = (await mailsTo(stack.db, 'mel@new.test', 'changeEmail'))[0]?.text.match(/\b\d{4} \d{4}\b/)?.[0] ?? ''
    await stack.withToken(here).confirmEmail({ code })
    expect(await answer()).toEqual(told('emailChanged'))
  })

  it('by an admin, and says nothing when one disables the account', async () => {
    const { id } = stack.people.member
    await stack.as('admin').changeUsers({ act: 'signOut', user_ids: [id], confirm: 'CONFIRM', expected: 1 })
    expect(await answer()).toEqual(told('byAdmin'))
    const again = (await signInAs(stack, 'member')).access_token
    await stack.as('admin').changeUsers({ act: 'disable', user_ids: [id], confirm: 'CONFIRM', expected: 1 })
    const untold = await answer(again)
    expect(untold).not.toEqual(told('byAdmin'))
    await stack.db.update(account).set({ state: 'active' }).where(eq(account.id, id))
    expect(await answer(again)).toEqual(untold)
  })

  it('and nothing after their own sign-out, with a token that never was, and in a join session', async () => {
    await stack.withToken(there).writeLogout({})
    expect(await answer()).toEqual(nothing)
    expect(await answer('A'.repeat(43))).toEqual(nothing)
    const joined = await joinAs(stack, await pitchOf(stack, 'presenter'), 'member')
    await stack.withToken(joined.accessToken).writeLogout({})
    expect(await answer(joined.accessToken)).toEqual(nothing)
  })
})
