import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { answeredCall } from '#server/http/tables.ts'
import { addNewcomer, deedsOn } from '#testing/newcomers.ts'
import { mailsTo } from '#testing/outbox.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const newcomer = (values?: Parameters<typeof addNewcomer>[1]) => addNewcomer(stack, values)
const rowOf = async (id: string) => (await stack.db.select().from(account).where(eq(account.id, id)))[0]
const signInAs = (username: string, password: string) =>
  rawCall(stack.app, 'signIn', { grant_type: 'password', username, password })
const texts = {
  ...{ firstname: 'Ivy', lastname: 'Renamed', company_name: 'Vine & Co', position: 'Partner', location: 'Leeds' },
  ...{ timezone: 'Europe/London', language: 'en' as const },
}

describe('#generateTemporaryPassword', () => {
  it('[CALL-099, ENT-033] works once shown, ends what was before, is stored nowhere, and has to be changed', async () => {
    const { id, organisationId } = await newcomer({ state: 'awaiting' })
    const token = await openTestSession(stack.db, id, organisationId)
    const answer = await rawCall(
      stack.app,
      'generateTemporaryPassword',
      { user_id: id },
      {
        headers: { authorization: `Bearer ${stack.people.admin.token}`, 'idempotency-key': 'temporary-password-1' },
      },
    )
    const { username, password } = answer.body.data as { username: string; password: string }
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect((await signInAs(username, password)).status).toBe(200)
    await expect(stack.withToken(token).getPersonalInfo({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect(await rowOf(id)).toMatchObject({ state: 'active', promptResetPassword: true })
    expect(JSON.stringify(await stack.db.select().from(answeredCall))).not.toContain(password)
    expect(JSON.stringify(await stack.db.select().from(auditEntry))).not.toContain(password)
    await stack.as('admin').setUserDisabled({ user_id: id, disabled: true })
    await expect(stack.as('admin').generateTemporaryPassword({ user_id: id })).rejects.toMatchObject({
      code: 'AccountNotEnabled',
    })
  })
})

describe('a temporary password that lies about', () => {
  it('[CALL-099] says until when it works, and then opens nothing: not even its own change', async () => {
    const { id, username, email } = await newcomer()
    const admin = stack.as('admin')
    const { password, until } = await admin.generateTemporaryPassword({ user_id: id })
    expect(Math.round((Date.parse(until) - Date.now()) / 3_600_000)).toBe(7 * 24)
    const detail = () => admin.getUserDetail({ user_id: id })
    expect((await detail()).temporary_password_until).toBe(until)
    const lateBy = (milliseconds: number) =>
      stack.db
        .update(account)
        .set({ temporaryPasswordUntil: new Date(Date.now() - milliseconds) })
        .where(eq(account.id, id))
    await lateBy(-60_000)
    const inTime = await signInAs(username ?? '', password)
    expect(inTime.status).toBe(200)
    await lateBy(0)
    expect((await signInAs(username ?? '', password)).body.error_code).toBe('TemporaryPasswordExpired')
    expect((await signInAs(email, password)).body.error_code).toBe('TemporaryPasswordExpired')
    // it is not disclosed without the password
    expect((await signInAs(email, `${password}x`)).body.error_code).toBe('WrongNameOrPassword')
    // a user who came in time chooses their own, which stays
    const me = stack.withToken(inTime.body.access_token as string)
    await me.updatePassword({ old_pass: password, new_pass: goodPassword })
    expect((await signInAs(username ?? '', goodPassword)).status).toBe(200)
    expect((await detail()).temporary_password_until).toBeNull()
  })
})

describe('a temporary password for who had one of their own', () => {
  it('mails the account’s owner, because an administrator may misuse it', async () => {
    const { id, email } = await newcomer()
    await stack.as('admin').generateTemporaryPassword({ user_id: id })
    expect(await mailsTo(stack.db, email, 'passwordChanged')).toEqual([]) // there was none
    await stack.as('admin').generateTemporaryPassword({ user_id: id })
    expect(await mailsTo(stack.db, email, 'passwordChanged')).toHaveLength(1)
  })
})

describe('#activateAccountByAdmin', () => {
  it('[CALL-100, STATE-073] activates a user who has set a password and not confirmed the mail; no other', async () => {
    const waiting = await newcomer({ state: 'awaiting' })
    const activate = () => stack.as('useradmin').activateAccountByAdmin({ user_id: waiting.id })
    await expect(activate()).rejects.toMatchObject({ code: 'NoPasswordYet' })
    await givePassword(stack.db, waiting.id)
    expect((await signInAs(waiting.email, goodPassword)).body.error_code).toBe('AccountNotActivated')
    await activate()
    expect((await signInAs(waiting.email, goodPassword)).status).toBe(200)
    await expect(activate()).rejects.toMatchObject({ code: 'AlreadyActivated' })
    await stack.as('admin').setUserDisabled({ user_id: waiting.id, disabled: true })
    await expect(activate()).rejects.toMatchObject({ code: 'AccountNotEnabled' })
  })
})

describe('#deleteUserAvatar', () => {
  it('[CALL-084] takes away another person’s picture, and is fenced like every change', async () => {
    const { id, email } = await newcomer({ headImage: 'pictures/a.webp', linkedinImage: 'pictures/b.webp' })
    await expect(stack.as('lumenAdmin').deleteUserAvatar({ user_id: id })).rejects.toMatchObject({
      code: 'UserNotFound',
    })
    await expect(stack.as('investor').deleteUserAvatar({ user_id: id })).rejects.toMatchObject({ code: 'NotAllowed' })
    await expect(stack.as('useradmin').deleteUserAvatar({ user_id: stack.people.admin.id })).rejects.toMatchObject({
      code: 'NoPermission',
    })
    await stack.as('useradmin').deleteUserAvatar({ user_id: id })
    expect(await rowOf(id)).toMatchObject({ headImage: null, linkedinImage: null, email })
    expect(await deedsOn(stack, id)).toEqual(['account.deleteAvatar'])
  })
})

describe('#generateUsername', () => {
  it('[CALL-098, RULE-021] answers a name that keeps the rules and is not taken', async () => {
    const generate = (email: string) => stack.as('useradmin').generateUsername({ email })
    expect(await generate('nova.lind@x.test')).toEqual({ username: 'novalind' })
    expect((await generate('investor@x.test')).username).toBe('investor2')
    const create = (username: string, email: string) =>
      stack.as('admin').createUser({ email, username, firstname: 'A', lastname: 'B', role_type_live: 'vc' })
    await expect(create('INVESTOR', 'a1@x.test')).rejects.toMatchObject({ code: 'UsernameNotAllowed' })
    await expect(create('investor', 'a1@x.test')).rejects.toMatchObject({
      code: 'UserExists',
      fields: { username: 'UserExists' },
    })
    const { user_id } = await create('chosenname', 'a1@x.test')
    expect((await rowOf(user_id))?.username).toBe('chosenname')
  })
})

describe('#getUserDetail', () => {
  it('[ENT-046] answers all details of a user: profile, tags, sessions, sign-ins, factors, pitches', async () => {
    const { id: user_id } = stack.people.investor
    const { id, uuid } = await stack.create('presenter', { attendees_arr: [{ email: stack.people.investor.email }] })
    await stack.take(id, 'start')
    const detail = await stack.as('admin').getUserDetail({ user_id })
    expect(detail).toMatchObject({
      user_id,
      ...{ username: 'investor', language: 'en', timezone: 'America/New_York', mobile: '', has_password: false },
      ...{ factors: [], attended: [], pitches: { total: 0, open: 0, live: 0 } },
      roles: ['vc'],
    })
    expect(detail.sessions.length).toBeGreaterThan(0)
    expect(JSON.stringify(detail)).not.toMatch(/hash|token|secret/i)
    expect((await stack.as('admin').getUserDetail({ user_id: stack.people.presenter.id })).pitches.live).toBe(1)
    expect(uuid).toBeTruthy()
  })
})

describe('tags of people', () => {
  const as = (name: PersonName) => stack.as(name)

  it('[CALL-157, CALL-158, CALL-159, CALL-160] are made, renamed, given, found by, and deleted', async () => {
    const { id: user_id } = await newcomer()
    const tag = await as('useradmin').createUserTag({ name: 'Angels', colour: 'blue' })
    await as('admin').updateUser({ user_id, ...texts, tag_ids: [tag.tag_id] })
    const found = await as('admin').getUserListForEp({ tag_id: tag.tag_id })
    expect(found.items.map(user => [user.user_id, user.tags])).toEqual([[user_id, [tag]]])
    expect((await as('admin').getUserTagList({})).items).toEqual([
      { ...tag, org_id: stack.people.admin.organisationId, people: 1 },
    ])
    await as('admin').updateUserTag({ tag_id: tag.tag_id, name: 'Seraphim', colour: 'violet' })
    expect((await as('admin').getUserDetail({ user_id })).tags[0]).toMatchObject({ name: 'Seraphim', colour: 'violet' })
    const { failures } = await as('admin').changeUsers({ act: 'removeTag', tag_id: tag.tag_id, user_ids: [user_id] })
    expect([failures, (await as('admin').getUserDetail({ user_id })).tags]).toEqual([[], []])
    await as('admin').changeUsers({ act: 'addTag', tag_id: tag.tag_id, user_ids: [user_id] })
    await as('admin').deleteUserTag({ tag_id: tag.tag_id })
    expect((await as('admin').getUserDetail({ user_id })).tags).toEqual([])
    expect(await deedsOn(stack, tag.tag_id)).toEqual(['userTag.create', 'userTag.update', 'userTag.delete'])
  })

  it('[ERR-045] are there once by a name, whatever the case, also of two who race', async () => {
    const create = (name: string) => as('admin').createUserTag({ name })
    const outcomes = await outcomesOf([create('Regulars'), create('regulars'), create(' REGULARS ')])
    expect(outcomes).toEqual(['TagExists', 'TagExists', 'done'])
    const other = await create('Others')
    await expect(
      as('admin').updateUserTag({ tag_id: other.tag_id, name: 'reGULars', colour: 'red' }),
    ).rejects.toMatchObject({ code: 'TagExists' })
    await as('lumenAdmin').createUserTag({ name: 'Regulars' })
  })

  it('are those of the own organisation alone', async () => {
    const { tag_id } = await as('lumenAdmin').createUserTag({ name: 'Lumen only' })
    const { investor } = stack.people
    for (const made of [
      () => as('admin').updateUserTag({ tag_id, name: 'x', colour: 'red' }),
      () => as('admin').deleteUserTag({ tag_id }),
      () => as('admin').updateUser({ user_id: investor.id, ...texts, tag_ids: [tag_id] }),
      () => as('admin').changeUsers({ act: 'addTag', tag_id, user_ids: [investor.id] }),
    ])
      await expect(made()).rejects.toMatchObject({ code: 'TagNotFound' })
    expect((await as('admin').getUserTagList({})).items.map(({ name }) => name)).not.toContain('Lumen only')
    const across = await as('superadmin').changeUsers({ act: 'addTag', tag_id, user_ids: [investor.id] })
    expect(across.failures.map(({ code }) => code)).toEqual(['TagNotFound'])
  })
})
