import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinCookie } from '#features/access/session/server/cookies.ts'
import { loginLog } from '#features/access/session/server/tables.ts'
import { newToken } from '#server/tokens.ts'
import { givePassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { joinAs, pitchOf, sessionOf, signInAs } from '#testing/sessions.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter', 'investor', 'admin', 'lumenAdmin'] as const)
    await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())

const me = (token: string) => stack.withToken(token).getUserInfoByToken({})
const renew = (refresh_token: string) => rawCall(stack.app, 'signIn', { grant_type: 'refresh_token', refresh_token })
const rowOf = (token: string) => sessionOf(stack, token)

describe('#getUserInfoByToken', () => {
  it('[CALL-208, ENT-034, CONST-004] answers who is signed in', async () => {
    const { access_token } = await signInAs(stack, 'presenter')
    expect(await me(access_token)).toMatchObject({
      user_id: stack.people.presenter.id,
      firstname: 'Paul',
      lastname: 'Presenter',
      username: 'presenter',
      email: 'presenter@quill.test',
      head_image: '',
      roles: ['presenter', 'nolinkedin'],
      is_vc: false,
      org_id: stack.people.presenter.organisationId,
      org_name: 'Quill Ventures',
      timezone: 'America/New_York',
      language: 'en',
      session_timeout: 30,
      support_email: '',
      is_password_expired: false,
      prompt_reset_password: false,
    })
    expect((await me(stack.people.investor.token)).is_vc).toBe(true)
  })

  it('answers of a join session the pitch, its organisation, and no role of the account', async () => {
    const row = await pitchOf(stack, 'presenter')
    const { accessToken } = await joinAs(stack, row, 'lumenAdmin')
    expect(await me(accessToken)).toMatchObject({
      user_id: stack.people.lumenAdmin.id,
      roles: ['attendee'],
      org_id: stack.people.presenter.organisationId,
      org_name: 'Quill Ventures',
      pitch_uuid: row.uuid,
    })
    await expect(stack.withToken(accessToken).getUserListForEp({})).rejects.toMatchObject({ code: 'NotAllowed' })
  })

  it('ends a join session with its pitch, and nothing renews it', async () => {
    const row = await pitchOf(stack, 'presenter')
    const { accessToken, refreshToken, expiresAt } = await joinAs(
      stack,
      { ...row, endsAt: new Date(Date.now() - 1) },
      'investor',
    )
    expect([refreshToken, expiresAt < new Date()]).toEqual([undefined, true])
    await expect(me(accessToken)).rejects.toMatchObject({ code: 'TokenExpired' })
  })
})

describe('#writeLogout', () => {
  it('[CALL-209, STATE-109] ends the session at once, takes the cookies back and closes its sockets', async () => {
    const { access_token, refresh_token } = await signInAs(stack, 'presenter')
    const other = await signInAs(stack, 'presenter')
    const { id } = await rowOf(access_token)
    const { status, set } = await rawCall(stack.app, 'writeLogout', {}, { cookies: { rostrum_access: access_token } })
    expect(status).toBe(200)
    expect(set.get('rostrum_access')).toMatchObject({ value: '', maxAge: 0, path: '/' })
    expect(set.get('rostrum_refresh')).toMatchObject({ value: '', maxAge: 0, path: '/restapi/v1.4/oauth/token/pbx/' })
    await expect(me(access_token)).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await renew(refresh_token)).status).toBe(401)
    expect(stack.rooms.recorded).toContainEqual({ act: 'disconnect', args: [{ sessionId: id }] })
    expect((await me(other.access_token)).username, 'another browser').toBe('presenter')
  })

  it('leaves no join cookie of the same person behind that lets in, and none that fails', async () => {
    const [own, foreign, dead] = [
      await pitchOf(stack, 'presenter'),
      await pitchOf(stack, 'presenter'),
      await pitchOf(stack, 'presenter'),
    ]
    const mine = await joinAs(stack, own, 'investor')
    const theirs = await joinAs(stack, foreign, 'secondInvestor')
    const { access_token } = await signInAs(stack, 'investor')
    const cookies = {
      rostrum_access: access_token,
      [joinCookie(own.uuid)]: mine.accessToken,
      [joinCookie(foreign.uuid)]: theirs.accessToken,
      [joinCookie(dead.uuid)]: newToken().token,
    }
    const { set } = await rawCall(stack.app, 'writeLogout', {}, { cookies })
    expect([...set.keys()].sort()).toEqual(
      ['rostrum_access', 'rostrum_refresh', joinCookie(own.uuid), joinCookie(dead.uuid)].sort(),
    )
    await expect(me(mine.accessToken)).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await me(theirs.accessToken)).pitch_uuid).toBe(foreign.uuid)
  })

  it('of a join session leaves the console signed in', async () => {
    const row = await pitchOf(stack, 'presenter')
    const joined = await joinAs(stack, row, 'investor')
    const { access_token } = await signInAs(stack, 'investor')
    const { set } = await rawCall(
      stack.app,
      'writeLogout',
      {},
      {
        cookies: { rostrum_access: access_token, [joinCookie(row.uuid)]: joined.accessToken },
        headers: { 'x-rostrum-join': row.uuid },
      },
    )
    expect([...set.keys()]).toEqual([joinCookie(row.uuid)])
    await expect(me(joined.accessToken)).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await me(access_token)).username).toBe('investor')
  })
})

describe('#getLoginLogList', () => {
  it('[PERM-072, ENT-077] answers the attempts of the own organisation, newest first', async () => {
    await signInAs(stack, 'lumenAdmin')
    await rawCall(stack.app, 'signIn', { grant_type: 'password', username: 'no one', password: 'x' })
    const own = await stack.as('admin').getLoginLogList({ limit: 200 })
    expect(own.items.length).toBe(own.total)
    expect(new Set(own.items.map(({ username }) => username))).toEqual(new Set(['presenter', 'investor']))
    expect(own.items.map(({ id }) => id)).toEqual(own.items.map(({ id }) => id).sort((a, b) => b - a))
    const lumen = await stack.as('lumenAdmin').getLoginLogList({})
    expect(lumen.items.map(({ username }) => username)).toEqual(['lumenAdmin'])
    const all = await stack.as('superadmin').getLoginLogList({ limit: 200 })
    expect(all.items[0]).toMatchObject({ username: 'no one', description: 'WrongNameOrPassword', ip: '127.0.0.1' })
    expect(all.total).toBe(own.total + lumen.total + 1)
  })

  it('searches, pages, and takes SQL for what it is', async () => {
    const found = await stack.as('admin').getLoginLogList({ content: 'INVEST' })
    expect(new Set(found.items.map(({ username }) => username))).toEqual(new Set(['investor']))
    const [first, second] = [
      await stack.as('admin').getLoginLogList({ limit: 1 }),
      await stack.as('admin').getLoginLogList({ limit: 1, page: 2 }),
    ]
    expect(first.items[0]?.id).toBeGreaterThan(second.items[0]?.id ?? Infinity)
    for (const content of ['%', '_', "' or 1=1 --", '\\', '%%%_'])
      expect((await stack.as('admin').getLoginLogList({ content })).total, content).toBe(0)
    expect((await stack.db.select({ n: sql<number>`count(*)::int` }).from(loginLog))[0]?.n).toBeGreaterThan(3)
  })

  it('is for admins only', async () => {
    for (const name of ['presenter', 'investor', 'useradmin', 'pitchadmin', 'nobody'] as const)
      await expect(stack.as(name).getLoginLogList({})).rejects.toMatchObject({
        code: name === 'nobody' ? 'NotSignedIn' : 'NotAllowed',
      })
  })
})
