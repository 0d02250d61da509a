import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { session, usedRefreshToken } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { hashToken } from '#server/tokens.ts'
import { givePassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { sessionOf, signInAs } from '#testing/sessions.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter', 'investor'] as const) await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())

const me = (token: string) => stack.withToken(token).getUserInfoByToken({})
const renew = (refresh_token: string) => rawCall(stack.app, 'signIn', { grant_type: 'refresh_token', refresh_token })
const rowOf = (token: string) => sessionOf(stack, token)
/** As if a renewal had happened a while ago. */
const age = (sessionId: string, seconds: number) =>
  stack.db
    .update(usedRefreshToken)
    .set({ usedAt: new Date(Date.now() - seconds * 1000) })
    .where(eq(usedRefreshToken.sessionId, sessionId))

describe('#signIn with a refresh token', () => {
  it('[STATE-113, CONST-006] gives new tokens for it once six days are over, and the old ones are worth nothing', async () => {
    const first = await signInAs(stack, 'presenter')
    const sixDays = (await rowOf(first.access_token)).tokenExpiresAt.getTime() - Date.now()
    expect(Math.round(sixDays / 86_400_000)).toBe(6)
    const { status, body, set } = await renew(first.refresh_token)
    expect(status).toBe(200)
    expect(set.get('rostrum_access')?.value).toBe(body.access_token)
    expect((await me(body.access_token)).username).toBe('presenter')
    await expect(me(first.access_token)).rejects.toMatchObject({ code: 'NotSignedIn' })
  })

  it('takes the cookie of a browser', async () => {
    const { refresh_token } = await signInAs(stack, 'presenter')
    const cookies = { rostrum_refresh: refresh_token }
    const renewed = await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token' }, { cookies })
    expect(renewed.status).toBe(200)
    const foreign = { cookies, headers: { origin: 'https://evil.test' } }
    expect((await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token' }, foreign)).status).toBe(403)
  })

  it('gives tokens to one of two that race, and leaves the session open for it', async () => {
    for (let round = 0; round < 5; round++) {
      const { refresh_token } = await signInAs(stack, 'presenter')
      const answers = await Promise.all([renew(refresh_token), renew(refresh_token), renew(refresh_token)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
      expect(answers.find(({ status }) => status === 401)?.body.error_code).toBe('TokenExpired')
      const winner = answers.find(({ status }) => status === 200)
      expect((await me(winner?.body.access_token)).username).toBe('presenter')
    }
  })

  it('ends the session when a used refresh token comes back later, however many renewals ago it was used', async () => {
    const first = await signInAs(stack, 'presenter')
    const second = (await renew(first.refresh_token)).body
    const third = (await renew(second.refresh_token)).body
    const { id } = await rowOf(third.access_token)
    await age(id, 60)
    expect((await renew(first.refresh_token)).body.error_code).toBe('TokenExpired')
    await expect(me(third.access_token)).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await renew(third.refresh_token)).status).toBe(401)
    expect(stack.rooms.recorded).toContainEqual({ act: 'disconnect', args: [{ sessionId: id }] })
  })

  it('refuses one that is over, ended, a disabled person’s, an access token or none at all', async () => {
    const over = await signInAs(stack, 'presenter')
    await stack.db
      .update(session)
      .set({ refreshExpiresAt: new Date(0) })
      .where(eq(session.tokenHash, hashToken(over.access_token)))
    const ended = await signInAs(stack, 'presenter')
    await stack.withToken(ended.access_token).writeLogout({})
    const disabled = await signInAs(stack, 'investor')
    await stack.db.update(account).set({ state: 'disabled' }).where(eq(account.id, stack.people.investor.id))
    for (const token of [over.refresh_token, ended.refresh_token, disabled.refresh_token, over.access_token, 'x'])
      expect((await renew(token)).body.error_code).toBe('TokenExpired')
    expect((await renew('')).body.error_code).toBe('NotSignedIn')
    await stack.db.update(account).set({ state: 'active' }).where(eq(account.id, stack.people.investor.id))
  })
})
