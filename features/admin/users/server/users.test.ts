import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesOf } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const list = (by: PersonName, input: Parameters<ReturnType<Stack['as']>['getUserListForEp']>[0] = {}) =>
  stack.as(by).getUserListForEp({ limit: 200, ...input })
const names = async (by: PersonName, input = {}) => (await list(by, input)).items.map(({ username }) => username)
const ofQuill = 11
const ofLumen = 3

describe('#getUserListForEp', () => {
  it('[CALL-072, PROD-033] answers the people of the own organisation only; a superadmin sees them all', async () => {
    const { id, organisationId } = stack.people.investor
    const own = await list('admin')
    expect(own.total).toBe(ofQuill)
    expect(own.items.find(({ user_id }) => user_id === id)).toEqual({
      user_id: id,
      firstname: 'Ivy',
      lastname: 'Investor',
      username: 'investor',
      email: 'investor@quill.test',
      company_name: '',
      roles: ['vc'],
      state: 'active',
      tags: [],
      org_id: organisationId,
      org_name: 'Quill Ventures',
      created_on: expect.stringMatching(/Z$/),
      last_login: null,
      removed_on: null,
      start_date: null,
      end_date: null,
      joined_date: null,
      expiration_date: null,
      term: 'none',
      held_by: null,
    })
    const lumen = await list('lumenAdmin')
    expect(lumen.items.map(({ org_name }) => org_name)).toEqual(Array(ofLumen).fill('Lumen Partners'))
    expect((await list('superadmin')).total).toBe(ofQuill + ofLumen)
  })

  it('says of each why they get no mail, as far as their organization may know', async () => {
    const { id: user_id, email: address } = stack.people.investor
    const { id } = await stack.as('admin').addSuppression({ kind: 'blocks', address })
    const elsewhere = stack.people.lumenAdmin.email
    await stack.as('admin').addSuppression({ kind: 'blocks', address: elsewhere })
    const held = (await list('superadmin')).items.flatMap(user => (user.held_by ? [[user.email, user.held_by]] : []))
    expect(held).toEqual([[address, 'blocks']])
    expect((await stack.as('admin').getUserDetail({ user_id })).held_by).toBe('blocks')
    await stack.as('admin').deleteSuppression({ id })
    expect((await list('admin')).items.find(user => user.user_id === user_id)?.held_by).toBeNull()
  })

  it('searches by words, whatever their order and case', async () => {
    expect(await names('admin', { name: 'INVEST ivy' })).toEqual(['investor'])
    expect(await names('admin', { name: 'cohost@quill' })).toEqual(['cohost'])
    expect(await names('admin', { name: 'lumen' })).toEqual([])
    const { id } = stack.people.files
    await stack.db
      .update(account)
      .set({ firstname: 'Łucja', lastname: '李雷', companyName: 'Ünal & Co' })
      .where(eq(account.id, id))
    for (const name of ['łucja', 'ŁUCJA 李', 'ünal', 'ÜNAL'])
      expect(await names('admin', { name }), name).toEqual(['files'])
  })

  it('takes SQL and patterns for text in every filter', async () => {
    for (const name of ["' or 1=1 --", '%', '_', '\\', '%_%', "'; drop table account; --", '$1', '🦜'])
      expect((await list('admin', { name })).total, name).toBe(0)
    const asAdmin = { headers: { authorization: `Bearer ${stack.people.admin.token}` } }
    for (const fields of [
      { sort: 'email; drop table account' },
      { order: 'desc, 1' },
      { role: "vc' or '1" },
      { state: 'x' },
    ]) {
      const { body } = await rawCall(stack.app, 'getUserListForEp', fields, asAdmin)
      expect([body.error, Object.values(body.fields)]).toEqual(['InputInvalid', ['invalid_value']])
    }
    for (const fields of [{ page: 0 }, { page: 'NaN' }, { limit: 1e9 }, { page: 1.5 }, { name: 'x\u0000' }])
      expect((await rawCall(stack.app, 'getUserListForEp', fields, asAdmin)).status, JSON.stringify(fields)).toBe(400)
  })

  it('filters by role and state', async () => {
    expect(await names('admin', { role: 'vc', sort: 'email', order: 'asc' })).toEqual(['investor', 'secondinvestor'])
    expect((await list('admin', { state: 'active' })).total).toBe(ofQuill)
    expect((await list('admin', { state: 'awaiting' })).total).toBe(0)
  })

  it('filters by a contact list that the caller may read, also for acts and exports; by another one it finds nobody', async () => {
    const { investor, secondInvestor, admin } = stack.people
    const as = stack.as('admin')
    const made = { list_type: 'static' as const, shared: false, user_ids: [investor.id, admin.id] }
    const { id: list_id } = await as.createList({ ...made, list_name: 'Two' })
    await as.addListMembers({ list_id, contacts: [{ email: 'contact@elsewhere.test' }] })
    const found = (by: PersonName, input: object) => names(by, { sort: 'email', order: 'asc', ...input })
    expect(await found('admin', { list_id })).toEqual(['admin', 'investor'])
    expect(await found('admin', { list_id, role: 'vc' })).toEqual(['investor'])
    const chosen = { act: 'signOut', matching: { list_id } } as const
    expect(await as.previewUsersAct(chosen)).toMatchObject({ people: 2 })
    const dynamic = { list_type: 'dynamic', shared: true, dynamic: { role: 'vc' } } as const
    const { id } = await as.createList({ ...dynamic, list_name: 'Investors' })
    expect(await found('admin', { list_id: id })).toEqual(['investor', 'secondinvestor'])
    expect(await found('admin', { list_id: id, name: secondInvestor.email })).toEqual(['secondinvestor'])
    // not shared, deleted, of another organization, or none at all
    expect(await found('useradmin', { list_id })).toEqual([])
    expect(await found('lumenAdmin', { list_id: id })).toEqual([])
    expect(await found('admin', { list_id: investor.id })).toEqual([])
    await as.deleteList({ id: list_id })
    expect(await found('admin', { list_id })).toEqual([])
    await expect(as.previewUsersAct(chosen)).rejects.toMatchObject({ code: 'NobodySelected' })
    await expect(as.exportUsers({ format: 'csv', matching: { list_id } })).rejects.toMatchObject({
      code: 'NobodySelected',
    })
    const signOut = as.changeUsers({ ...chosen, confirm: 'CONFIRM' })
    await expect(signOut).rejects.toMatchObject({ code: 'NobodySelected' })
    await as.deleteList({ id })
  })

  it('[CONST-055] sorts and pages without losing or repeating a user', async () => {
    for (const sort of ['name', 'email', 'created_on', 'last_login'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const all = await names('admin', { sort, order })
        const paged = []
        for (let page = 1; page <= 4; page++) paged.push(...(await names('admin', { sort, order, page, limit: 3 })))
        expect(paged, `${sort} ${order}`).toEqual(all)
        expect(new Set(all).size).toBe(ofQuill)
      }
    expect((await names('admin', { sort: 'name', order: 'asc' })).slice(0, 3)).toEqual(['admin', 'banking', 'cohost'])
  })

  it('is for administrators of people', async () => {
    for (const by of ['presenter', 'investor', 'pitchadmin', 'banking'] as const)
      await expect(list(by)).rejects.toMatchObject({ code: 'NotAllowed' })
  })

  it('reads a page of fifty thousand people from an index, whatever it is sorted by', async () => {
    const { organisationId } = stack.people.lumenAdmin
    await stack.db.execute(sql`
      insert into account (organisation_id, email, username, firstname, lastname, roles, state, last_login_at)
      select ${organisationId}::uuid, 'crowd' || n || '@crowd.test', 'crowd' || n, 'First' || n % 997, 'Last' || n,
             array['vc'], 'active', now() - n * interval '1 minute'
      from generate_series(1, 50000) n`)
    await stack.db.execute(sql`analyze account`)
    for (const order of [
      sql`created_at desc, id desc`,
      sql`email, id`,
      sql`lower(firstname), lower(lastname), id`,
      sql`coalesce(last_login_at, '-infinity'::timestamptz) desc, id desc`,
    ]) {
      const { rows } = await stack.db.execute<{ 'QUERY PLAN': string }>(sql`
        explain select * from account where deleted_at is null and organisation_id = ${organisationId}::uuid
        order by ${order} limit 20`)
      const plan = rows.map(row => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('Index Scan')
      expect(plan).not.toContain('Sort')
    }
    const { items, total } = await stack.as('lumenAdmin').getUserListForEp({ name: 'last49999', sort: 'last_login' })
    expect([items[0]?.username, total]).toEqual(['crowd49999', 1])
    // they stay: each deletion would be checked in the sixty tables that refer to people
  }, 120_000)
})

describe('#endUserSessions', () => {
  it('ends every session and closes what is connected, and leaves the account as it is', async () => {
    const { id, organisationId } = stack.people.member
    const token = await openTestSession(stack.db, id, organisationId)
    await stack.as('useradmin').endUserSessions({ user_id: id })
    await expect(stack.withToken(token).getPersonalInfo({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect(stack.rooms.recorded).toContainEqual({ act: 'disconnect', args: [{ accountId: id }] })
    const again = await openTestSession(stack.db, id, organisationId)
    expect(await stack.withToken(again).getPersonalInfo({})).toMatchObject({ user_id: id })
    expect(await stack.actionsOn(id)).toContain('account.signOut')
    await stack.db.delete(auditEntry).where(eq(auditEntry.subject, id))
  })

  it('is refused for the caller, for their own rank and above, and across organisations', async () => {
    for (const [by, whom, code] of [
      ['admin', 'admin', 'NoPermission'],
      ['admin', 'superadmin', 'NoPermission'],
      ['useradmin', 'pitchadmin', 'NoPermission'],
      ['lumenAdmin', 'investor', 'UserNotFound'],
      ['presenter', 'investor', 'NotAllowed'],
    ] as const)
      await expect(
        stack.as(by).endUserSessions({ user_id: stack.people[whom].id }),
        `${by} signs ${whom} out`,
      ).rejects.toMatchObject({ code })
  })
})

describe('#setUserDisabled', () => {
  const set = (by: PersonName, whom: PersonName, disabled = true) =>
    stack.as(by).setUserDisabled({ user_id: stack.people[whom].id, disabled })
  const stateOf = async (whom: PersonName) =>
    (await stack.db.select().from(account).where(eq(account.id, stack.people[whom].id)))[0]?.state

  it('[STATE-074] ends the sessions at once, closes their sockets, and lets in again', async () => {
    const { id, organisationId } = stack.people.member
    await givePassword(stack.db, id)
    const tokens = [stack.people.member.token, await openTestSession(stack.db, id, organisationId)]
    await set('useradmin', 'member')
    for (const token of tokens)
      await expect(stack.withToken(token).getPersonalInfo({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect(stack.rooms.recorded).toContainEqual({ act: 'disconnect', args: [{ accountId: id }] })
    const signIn = () =>
      rawCall(stack.app, 'signIn', { grant_type: 'password', username: 'member', password: goodPassword })
    expect((await signIn()).body.error_code).toBe('AccountNotEnabled')
    await set('useradmin', 'member', false)
    expect(await stateOf('member')).toBe('active')
    for (const token of tokens)
      await expect(stack.withToken(token).getPersonalInfo({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await signIn()).status).toBe(200)
    expect(await stack.actionsOn(id)).toEqual(['account.disable', 'account.enable'])
  })

  it('is refused for the caller, for their own rank and above, and across organisations', async () => {
    for (const [by, whom] of [
      ['superadmin', 'superadmin'],
      ['admin', 'admin'],
      ['admin', 'superadmin'],
      ['useradmin', 'admin'],
      ['useradmin', 'pitchadmin'],
    ] as const)
      await expect(set(by, whom), `${by} disables ${whom}`).rejects.toMatchObject({ code: 'NoPermission' })
    for (const whom of ['investor', 'admin'] as const)
      await expect(set('lumenAdmin', whom)).rejects.toMatchObject({ code: 'UserNotFound' })
    await expect(set('presenter', 'investor')).rejects.toMatchObject({ code: 'NotAllowed' })
    expect(await stateOf('investor')).toBe('active')
    await set('superadmin', 'lumenAdmin')
    await set('superadmin', 'lumenAdmin', false)
  })

  it('restores the state of a user who never set a password', async () => {
    const { user_id } = await stack
      .as('admin')
      .createUser({ email: 'later@quill.test', firstname: 'La', lastname: 'Ter', role_type_live: 'vc' })
    await stack.as('admin').setUserDisabled({ user_id, disabled: true })
    await stack.as('admin').setUserDisabled({ user_id, disabled: false })
    expect((await list('admin', { name: 'later@quill' })).items[0]?.state).toBe('awaiting')
  })
})

describe('#updatePersonalInfo', () => {
  const info = {
    firstname: 'Ivy',
    lastname: '<script>alert(1)</script>',
    company_name: "O'Brien & Sons",
    position: 'Partner',
    location: '上海',
    timezone: 'Asia/Shanghai',
    language: 'zh-Hans',
  } as const

  it('[CALL-073, CALL-080] changes the caller’s own profile, and nothing else', async () => {
    const asInvestor = stack.as('investor')
    const before = await asInvestor.getPersonalInfo({})
    expect(before).toMatchObject({ timezone: 'America/New_York', language: 'en' })
    const after = { ...info, username: 'investor', email: 'investor@quill.test' }
    expect(await asInvestor.updatePersonalInfo(info)).toEqual({ ...before, ...after })
    expect(await asInvestor.getPersonalInfo({})).toEqual({ ...before, ...after })
    const sneaky = {
      ...info,
      email: 'evil@quill.test',
      roles: ['superadmin'],
      org_id: stack.people.lumenAdmin.organisationId,
    }
    await rawCall(stack.app, 'updatePersonalInfo', sneaky, {
      headers: { authorization: `Bearer ${stack.people.investor.token}` },
    })
    const [row] = await stack.db.select().from(account).where(eq(account.id, stack.people.investor.id))
    expect(row).toMatchObject({
      email: 'investor@quill.test',
      roles: ['vc'],
      organisationId: stack.people.investor.organisationId,
    })
  })

  it('[RULE-035, RULE-036] wants a first and a last name, and a time zone that there is', async () => {
    const wrong = { ...info, firstname: ' ', lastname: '', timezone: 'Mars/Base' }
    await expect(stack.as('presenter').updatePersonalInfo(wrong)).rejects.toMatchObject({
      code: 'InputInvalid',
      fields: { firstname: 'required', lastname: 'required', timezone: 'timeZone' },
    })
  })
})

describe('namesOf', () => {
  it('[ENT-039] joins first and last name, and is empty when there is none', async () => {
    const { presenter, member } = stack.people
    await stack.db.update(account).set({ firstname: '', lastname: '' }).where(eq(account.id, member.id))
    const names = await namesOf(stack.db, [presenter.id, member.id, '00000000-0000-4000-8000-000000000000'])
    expect(names.get(presenter.id)).toMatchObject({
      name: 'Paul Presenter',
      email: 'presenter@quill.test',
      language: 'en',
    })
    expect(names.get(member.id)?.name).toBe('')
    expect(names.size).toBe(2)
    expect((await namesOf(stack.db, [])).size).toBe(0)
  })
})
