import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/audit/server/tables.ts'
import { organisation } from '#features/organisation/server/tables.ts'
import { pitch } from '#features/pitch/server/tables.ts'
import { answeredCall } from '#server/http/tables.ts'
import { linkCodeOf, mailsTo } from '#testing/outbox.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { account } from './tables.ts'
import { userJobs } from './userJobs.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

let made = 0
async function newcomer(values: Partial<typeof account.$inferInsert> = {}) {
  const name = `acts${++made}x`
  const { organisationId } = stack.people.admin
  const own = { email: `${name}@quill.test`, username: name, firstname: 'New', lastname: String(made) }
  const [row] = await stack.db
    .insert(account)
    .values({ organisationId, ...own, roles: ['vc'], state: 'active', ...values })
    .returning()
  if (!row) throw new Error('nobody was made')
  return row
}
const rowOf = async (id: string) => (await stack.db.select().from(account).where(eq(account.id, id)))[0]
const signInAs = (username: string, password: string) =>
  rawCall(stack.app, 'signIn', { grant_type: 'password', username, password })
const deedsOn = async (subject: string) =>
  (await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, subject))).map(({ action }) => action)
const texts = {
  ...{ firstname: 'Ivy', lastname: 'Renamed', company_name: 'Vine & Co', position: 'Partner', location: 'Leeds' },
  ...{ timezone: 'Europe/London', language: 'en' as const },
}

describe('the fence of everything that is done to one person', () => {
  it('answers 404 for every id of another organisation, and for nobody', async () => {
    const asLumen = stack.as('lumenAdmin')
    for (const user_id of [stack.people.investor.id, '00000000-0000-4000-8000-000000000000'])
      for (const made of [
        () => asLumen.getUserDetail({ user_id }),
        () => asLumen.updateUser({ user_id, ...texts }),
        () => asLumen.updateUserRole({ user_id, role: 'presenter' }),
        () => asLumen.deleteUser({ user_id }),
        () => asLumen.restoreUser({ user_id }),
        () => asLumen.resendActivation({ user_id }),
        () => asLumen.setUserDisabled({ user_id, disabled: true }),
        () => asLumen.activateAccountByAdmin({ user_id }),
        () => asLumen.generateTemporaryPassword({ user_id }),
      ])
        await expect(made()).rejects.toMatchObject({ code: 'UserNotFound' })
    expect(await rowOf(stack.people.investor.id)).toMatchObject({ state: 'active', firstname: 'Ivy', roles: ['vc'] })
  })

  it('[NAV-014, PERM-029] shows a useradmin nobody who administers, and lets them change nobody of those', async () => {
    const listed = await stack.as('useradmin').getUserListForEp({ limit: 200 })
    const roles = new Set(listed.items.flatMap(user => user.roles))
    for (const role of ['superadmin', 'admin', 'useradmin', 'pitchadmin'] as const) expect(roles.has(role)).toBe(false)
    expect(listed.items.map(user => user.username)).toContain('investor')
    expect((await stack.as('useradmin').getUserListForEp({ role: 'admin' })).total).toBe(0)
    for (const name of ['admin', 'superadmin', 'pitchadmin', 'useradmin'] as const) {
      const { id: user_id } = stack.people[name]
      const asUseradmin = stack.as('useradmin')
      await expect(asUseradmin.getUserDetail({ user_id })).rejects.toMatchObject({ code: 'UserNotFound' })
      for (const made of [
        () => asUseradmin.updateUser({ user_id, ...texts }),
        () => asUseradmin.updateUserRole({ user_id, role: 'vc' }),
        () => asUseradmin.deleteUser({ user_id }),
        () => asUseradmin.generateTemporaryPassword({ user_id }),
      ])
        await expect(made(), name).rejects.toMatchObject({ code: 'NoPermission' })
    }
  })

  it('lets nobody change their own role, nor disable or delete themselves', async () => {
    for (const name of ['superadmin', 'admin', 'useradmin'] as const) {
      const { id: user_id } = stack.people[name]
      const me = stack.as(name)
      for (const made of [
        () => me.updateUserRole({ user_id, role: 'vc' }),
        () => me.setUserDisabled({ user_id, disabled: true }),
        () => me.deleteUser({ user_id }),
      ])
        await expect(made(), name).rejects.toMatchObject({ code: 'NoPermission' })
    }
  })

  it('is asked of the account as it is now: of two superadmins who demote each other one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = [await newcomer({ roles: ['superadmin'] }), await newcomer({ roles: ['superadmin'] })] as const
      const [first, second] = pair
      const tokens = await Promise.all(pair.map(row => openTestSession(stack.db, row.id, row.organisationId)))
      const outcomes = await Promise.allSettled([
        stack.withToken(tokens[0]).updateUserRole({ user_id: second.id, role: 'admin' }),
        round % 2
          ? stack.withToken(tokens[1]).updateUserRole({ user_id: first.id, role: 'admin' })
          : stack.withToken(tokens[1]).deleteUser({ user_id: first.id }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const left = await Promise.all(pair.map(row => rowOf(row.id)))
      expect(left.filter(row => row?.roles.includes('superadmin') && !row.deletedAt)).toHaveLength(1)
    }
  })
})

describe('#updateUser', () => {
  it('[CALL-078, ENT-030] changes what is said about somebody, and nothing that gives them rights', async () => {
    const { id } = await newcomer()
    const before = await rowOf(id)
    const sneaky = {
      roles: ['superadmin'],
      role_type_live: 'admin',
      org_id: stack.people.lumenAdmin.organisationId,
      state: 'disabled',
      passwordHash: 'x',
    }
    await rawCall(
      stack.app,
      'updateUser',
      { user_id: id, ...texts, ...sneaky },
      {
        headers: { authorization: `Bearer ${stack.people.admin.token}` },
      },
    )
    expect(await rowOf(id)).toMatchObject({
      ...{ firstname: 'Ivy', lastname: 'Renamed', companyName: 'Vine & Co', position: 'Partner', location: 'Leeds' },
      ...{ timezone: 'Europe/London', email: before?.email, roles: ['vc'], state: 'active', passwordHash: null },
      organisationId: before?.organisationId,
    })
    expect(await deedsOn(id)).toEqual(['account.update'])
  })

  it('[RULE-035, RULE-036] wants a first and a last name', async () => {
    const { id } = await newcomer()
    await expect(
      stack.as('admin').updateUser({ user_id: id, ...texts, firstname: ' ', lastname: '' }),
    ).rejects.toMatchObject({ code: 'InputInvalid', fields: { firstname: 'required', lastname: 'required' } })
  })

  it('corrects the address of who was never here, with a link to the new one; nobody’s who is', async () => {
    const { user_id } = await stack
      .as('admin')
      .createUser({ email: 'tipo@quill.test', firstname: 'Ty', lastname: 'Po', role_type_live: 'presenter' })
    const old = await linkCodeOf(stack.db, 'tipo@quill.test')
    await expect(
      stack.as('admin').updateUser({ user_id, ...texts, email: stack.people.investor.email }),
    ).rejects.toMatchObject({ code: 'EmailExists' })
    await stack.as('admin').updateUser({ user_id, ...texts, email: 'typo@quill.test' })
    expect(await linkCodeOf(stack.db, 'typo@quill.test')).not.toBe(old)
    await expect(stack.as('nobody').checkResetPasswordLink({ link_code: old })).rejects.toMatchObject({
      code: 'EmailNotOfLink',
    })
    await expect(
      stack.as('admin').updateUser({ user_id: stack.people.investor.id, ...texts, email: 'evil@quill.test' }),
    ).rejects.toMatchObject({ code: 'EmailNotYours' })
    expect((await rowOf(stack.people.investor.id))?.email).toBe('investor@quill.test')
  })
})

describe('#updateUserRole', () => {
  it('[PERM-041] counts at once: who may do less is signed out, who may do more connects anew', async () => {
    const { id, organisationId } = await newcomer()
    const token = await openTestSession(stack.db, id, organisationId)
    await expect(stack.withToken(token).getPitchListForEp({})).rejects.toMatchObject({ code: 'NotAllowed' })
    const told = stack.rooms.told.length
    await stack.as('admin').updateUserRole({ user_id: id, role: 'pitchadmin', extra: ['files'] })
    expect((await rowOf(id))?.roles).toEqual(['pitchadmin', 'files'])
    expect(stack.rooms.told.slice(told)).toContainEqual({ act: 'disconnect', args: [{ accountId: id }] })
    const again = await openTestSession(stack.db, id, organisationId)
    await stack.withToken(again).getPitchListForEp({})
    await stack.as('admin').updateUserRole({ user_id: id, role: 'vc' })
    await expect(stack.withToken(again).getPitchListForEp({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    const [, last] = await stack.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.subject, id), eq(auditEntry.action, 'account.changeRole')))
    expect(last?.detail).toEqual({ from: ['pitchadmin', 'files'], to: ['vc'] })
  })

  it('keeps the sessions of who may do more, and roles that come from elsewhere', async () => {
    const { id, organisationId } = await newcomer({ roles: ['vc', 'nolinkedin'] })
    await stack.as('admin').updateUserRole({ user_id: id, role: 'vc', extra: ['banking'] })
    const token = await openTestSession(stack.db, id, organisationId)
    await stack.as('admin').updateUserRole({ user_id: id, role: 'vc', extra: ['banking', 'files'] })
    expect((await rowOf(id))?.roles).toEqual(['vc', 'banking', 'files', 'nolinkedin'])
    await stack.withToken(token).getPersonalInfo({})
  })

  it('gives nobody a role of the giver’s own rank, nor extra roles by a useradmin', async () => {
    const { id: user_id } = await newcomer()
    for (const [by, role] of [
      ['admin', 'admin'],
      ['admin', 'superadmin'],
      ['useradmin', 'useradmin'],
      ['useradmin', 'pitchadmin'],
    ] as const)
      await expect(stack.as(by).updateUserRole({ user_id, role })).rejects.toMatchObject({ code: 'NoPermission' })
    await expect(
      stack.as('useradmin').updateUserRole({ user_id, role: 'vc', extra: ['banking'] }),
    ).rejects.toMatchObject({ code: 'NoPermission' })
    await stack.as('useradmin').updateUserRole({ user_id, role: 'member' })
    expect((await rowOf(user_id))?.roles).toEqual(['member'])
  })
})

describe('#deleteUser', () => {
  it('[CALL-231] ends the sessions, hides the account, keeps the address, and can be undone', async () => {
    const { id, organisationId, email } = await newcomer({ firstname: 'Goner' })
    await givePassword(stack.db, id)
    const token = await openTestSession(stack.db, id, organisationId)
    await stack.as('useradmin').deleteUser({ user_id: id })
    await expect(stack.withToken(token).getPersonalInfo({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect(stack.rooms.told).toContainEqual({ act: 'disconnect', args: [{ accountId: id }] })
    expect((await signInAs(email, goodPassword)).body.error_code).toBe('WrongNameOrPassword')
    expect((await stack.as('admin').getUserListForEp({ name: 'goner' })).total).toBe(0)
    const deleted = await stack.as('admin').getUserListForEp({ name: 'goner', state: 'deleted' })
    expect(deleted.items[0]).toMatchObject({ user_id: id, state: 'deleted', removed_on: expect.any(String) })
    const create = (by: PersonName) =>
      stack.as(by).createUser({ email, firstname: 'A', lastname: 'B', role_type_live: 'vc' })
    await expect(create('admin')).rejects.toMatchObject({ code: 'UserWasDeleted' })
    await expect(create('lumenAdmin')).rejects.toMatchObject({ code: 'EmailExists' })
    await expect(stack.as('admin').deleteUser({ user_id: id })).rejects.toMatchObject({ code: 'UserNotFound' })

    await stack.as('useradmin').restoreUser({ user_id: id })
    expect((await signInAs(email, goodPassword)).status).toBe(200)
    expect(await deedsOn(id)).toEqual(expect.arrayContaining(['account.delete', 'account.restore']))
    await expect(stack.as('useradmin').restoreUser({ user_id: id })).rejects.toMatchObject({ code: 'UserNotFound' })
  })

  it('hands over the pitches that have not begun, all or none, and not without somebody to take them', async () => {
    const owner = await newcomer({ roles: ['presenter'] })
    const next = await newcomer({ roles: ['presenter'] })
    const token = await openTestSession(stack.db, owner.id, owner.organisationId)
    const { coHost } = stack.people
    const form = { ...(await import('#testing/pitchStack.ts')).pitchForm() }
    const plain = await stack.withToken(token).createPitchByPresenter(form)
    await stack.withToken(token).createPitchByPresenter({ ...form, co_host: coHost.email })
    const remove = (hand_over_to?: string) =>
      stack.as('admin').deleteUser({ user_id: owner.id, ...(hand_over_to ? { hand_over_to } : {}) })
    await expect(remove()).rejects.toMatchObject({ code: 'PitchesNeedOwner' })
    for (const id of [stack.people.investor.id, stack.people.lumenPresenter.id, coHost.id, owner.id])
      await expect(remove(id)).rejects.toMatchObject({ code: 'NewOwnerNotAllowed' })
    const ownerOf = async () => (await stack.db.select().from(pitch).where(eq(pitch.id, plain.id)))[0]?.userId
    expect(await ownerOf()).toBe(owner.id)
    await remove(next.id)
    expect(await ownerOf()).toBe(next.id)
    expect((await rowOf(owner.id))?.deletedAt).toBeTruthy()
    expect((await stack.mailsTo(next.email, 2)).length).toBeGreaterThanOrEqual(2)
  })

  it('is done once by two who race, and forgets the person after thirty days, not before', async () => {
    const { id, email } = await newcomer({ firstname: 'Forgotten', companyName: 'Past Ltd' })
    const outcomes = await Promise.allSettled([1, 2].map(() => stack.as('admin').deleteUser({ user_id: id })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const purge = () => userJobs.purgeUser({ accountId: id }, stack.frame)
    await purge()
    expect((await rowOf(id))?.email).toBe(email)
    await stack.db
      .update(account)
      .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(account.id, id))
    await expect(stack.as('admin').restoreUser({ user_id: id })).rejects.toMatchObject({ code: 'UserNotFound' })
    await purge()
    const left = await rowOf(id)
    expect(left).toMatchObject({ firstname: '', lastname: '', companyName: '', username: null, passwordHash: null })
    expect(JSON.stringify(left)).not.toMatch(/Forgotten|Past Ltd|acts\d+x/)
    await stack.as('admin').createUser({ email, firstname: 'A', lastname: 'B', role_type_live: 'vc' })
  })

  it('keeps a deleted person out of new invitations', async () => {
    const { id, email } = await newcomer()
    await stack.as('admin').deleteUser({ user_id: id })
    const before = await mailsTo(stack.db, email)
    await stack.create('presenter', { attendees_arr: [{ email }] })
    expect(await mailsTo(stack.db, email)).toHaveLength(before.length)
  })
})

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

describe('#activateAccountByAdmin', () => {
  it('[CALL-100, STATE-073] lets in who has set a password and not answered the mail; nobody else', async () => {
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

describe('#generateUsername', () => {
  it('[CALL-098, RULE-021] answers a name that keeps the rules and that nobody has', async () => {
    const generate = (email: string) => stack.as('useradmin').generateUsername({ email })
    expect(await generate('nova.lind@x.test')).toEqual({ username: 'novalind' })
    expect((await generate('investor@x.test')).username).toBe('investor2')
    const create = (username: string, email: string) =>
      stack.as('admin').createUser({ email, username, firstname: 'A', lastname: 'B', role_type_live: 'vc' })
    await expect(create('INVESTOR', 'a1@x.test')).rejects.toMatchObject({ code: 'UsernameNotAllowed' })
    await expect(create('investor', 'a1@x.test')).rejects.toMatchObject({ code: 'UserExists' })
    const { user_id } = await create('chosenname', 'a1@x.test')
    expect((await rowOf(user_id))?.username).toBe('chosenname')
  })
})

describe('#getUserDetail', () => {
  it('[ENT-046] tells everything about somebody: profile, tags, sessions, sign-ins, factors, pitches', async () => {
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

describe('the limit of an organisation', () => {
  it('[ENT-075] gives the last place to one of two who race, and a disabled person’s place to another', async () => {
    const [home] = await stack.db.insert(organisation).values({ name: 'Tiny', companyUsersLimit: 2 }).returning()
    const org_id = home?.id ?? ''
    const create = (n: number) =>
      stack
        .as('superadmin')
        .createUser({ org_id, email: `tiny${n}@tiny.test`, firstname: 'T', lastname: `${n}`, role_type_live: 'vc' })
    const { user_id } = await create(1)
    const outcomes = await Promise.allSettled([create(2), create(3)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'UserLimitReached' } })
    await stack.as('superadmin').setUserDisabled({ user_id, disabled: true })
    await create(4)
    await expect(stack.as('superadmin').setUserDisabled({ user_id, disabled: false })).rejects.toMatchObject({
      code: 'UserLimitReached',
    })
    await stack.as('superadmin').deleteUser({ user_id })
    await stack.as('superadmin').restoreUser({ user_id })
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
    expect(await deedsOn(tag.tag_id)).toEqual(['userTag.create', 'userTag.update', 'userTag.delete'])
  })

  it('[ERR-045] are there once by a name, whatever the case, also of two who race', async () => {
    const create = (name: string) => as('admin').createUserTag({ name })
    const outcomes = await Promise.allSettled([create('Regulars'), create('regulars'), create(' REGULARS ')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'TagExists' })
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
