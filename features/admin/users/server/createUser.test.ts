import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenUsernameRules, givenRoles, mayManage } from '#features/core/account/rules.ts'
import { accountsForInvitation } from '#features/core/account/server/accountsForInvitation.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { mailsTo } from '#testing/outbox.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const accountOf = async (email: string) => {
  const [row] = await stack.db.select().from(account).where(eq(account.email, email))
  return row
}
const person = { firstname: 'Nora', lastname: 'New', role_type_live: 'presenter' } as const
const create = (by: PersonName | 'nobody', email: string, more: object = {}) =>
  stack.as(by).createUser({ ...person, email, ...more })

describe('#createUser', () => {
  it('[STATE-072, ENT-031, CONST-040] opens an account that awaits its password, in the own organisation', async () => {
    const { user_id } = await create('admin', ' Nora.New@Quill.test ', { company_name: 'Quill' })
    expect(await accountOf('nora.new@quill.test')).toMatchObject({
      id: user_id,
      organisationId: stack.people.admin.organisationId,
      state: 'awaiting',
      passwordHash: null,
      username: 'noranew',
      firstname: 'Nora',
      lastname: 'New',
      companyName: 'Quill',
      roles: ['presenter'],
      timezone: 'America/New_York',
      language: 'en',
    })
    const deeds = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, user_id))
    expect(deeds).toMatchObject([
      { action: 'account.create', actorId: stack.people.admin.id, detail: { roles: ['presenter'] } },
    ])
  })

  it.each([
    ['en', 'Set your password for Rostrum', 'Set password'],
    ['zh-Hans', '设置您的 Rostrum 密码', '设置密码'],
    ['zh-Hant', '設定您的 Rostrum 密碼', '設定密碼'],
  ] as const)('mails the link in the language of its reader: %s', async (language, subject, button) => {
    const email = `reader-${language.toLowerCase()}@quill.test`
    await create('admin', email, { language })
    const [mail, ...others] = await mailsTo(stack.db, email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'setPassword', language, subject, state: 'kept' })
    expect(mail?.text).toMatch(
      new RegExp(`${button}[:：]\\n${stack.frame.settings.publicUrl}/setup-account\\?link_code=[\\w-]{43}\\n`),
    )
    expect(mail?.html).toContain(`<html lang="${language}">`)
    expect(mail?.html).toContain(button)
  })

  it('[RULE-021] gives every user a unique user name that keeps the rules', async () => {
    const emails = [
      'sam.lee@quill.test',
      'samlee@quill.test',
      'sam-lee@lumen.test',
      '12345@quill.test',
      '1@quill.test',
      'presenter@elsewhere.test',
    ]
    for (const email of emails) await create('superadmin', email)
    const names = await Promise.all(emails.map(async email => (await accountOf(email))?.username ?? ''))
    expect(names).toEqual(['samlee', 'samlee2', 'samlee3', 'person', 'person2', 'presenter2'])
    for (const name of names) expect(brokenUsernameRules(name)).toEqual([])
  })

  it('[RULE-021] gives racing people of one name different user names', async () => {
    const emails = Array.from({ length: 8 }, (_, n) => `kim.park@race${n}.test`)
    await Promise.all(emails.map(email => create('admin', email)))
    const names = await Promise.all(emails.map(async email => (await accountOf(email))?.username))
    expect(new Set(names).size).toBe(8)
  })

  it('[ERR-028] refuses an address that has an account, in any organisation and in any case', async () => {
    for (const email of ['investor@quill.test', 'INVESTOR@quill.test', 'lumeninvestor@lumen.test'])
      await expect(create('admin', email), email).rejects.toMatchObject({
        ...{ code: 'EmailExists', fields: { email: 'EmailExists' } },
      })
  })

  it('[ERR-028] gives one account to two requests that race for an address, and one mail', async () => {
    for (let round = 0; round < 5; round++) {
      const email = `race${round}@quill.test`
      expect(await outcomesOf([create('admin', email), create('useradmin', email)])).toEqual(['EmailExists', 'done'])
      expect(await mailsTo(stack.db, email)).toHaveLength(1)
    }
  })

  it('opens the console to an attendee who was only invited to a pitch, under the same account', async () => {
    const email = 'guest@elsewhere.test'
    const invited = await accountsForInvitation(stack.db, stack.people.admin.organisationId, [
      { email, firstname: 'Guest', lastname: '', language: 'en' },
    ])
    const { user_id } = await create('admin', 'guest@elsewhere.test', { role_type_live: 'vc' })
    expect(user_id).toBe(invited.get(email)?.id)
    expect(await accountOf('guest@elsewhere.test')).toMatchObject({
      state: 'awaiting',
      username: 'guest',
      firstname: 'Nora',
      organisationId: stack.people.admin.organisationId,
    })
    await expect(create('admin', 'guest@elsewhere.test')).rejects.toMatchObject({ code: 'EmailExists' })
  })

  it('leaves the investor whom another organisation has invited to that organisation', async () => {
    const email = 'theirs@elsewhere.test'
    const { organisationId } = stack.people.lumenAdmin
    await accountsForInvitation(stack.db, organisationId, [{ email, firstname: 'Their', lastname: '', language: 'en' }])
    await expect(create('admin', email, { role_type_live: 'vc' })).rejects.toMatchObject({ code: 'EmailExists' })
    expect(await accountOf(email)).toMatchObject({ state: 'invited', firstname: 'Their', organisationId })
    await create('superadmin', email, { org_id: stack.people.admin.organisationId })
    expect(await accountOf(email)).toMatchObject({ state: 'awaiting' })
  })

  it('lets only a superadmin name another organisation, and only one that there is', async () => {
    const org_id = stack.people.lumenAdmin.organisationId
    await expect(create('admin', 'crossing@lumen.test', { org_id })).rejects.toMatchObject({ code: 'NoPermission' })
    expect(await accountOf('crossing@lumen.test')).toBeUndefined()
    await create('superadmin', 'crossing@lumen.test', { org_id })
    expect(await accountOf('crossing@lumen.test')).toMatchObject({ organisationId: org_id })
    const nowhere = { org_id: '00000000-0000-4000-8000-000000000000' }
    await expect(create('superadmin', 'nowhere@lumen.test', nowhere)).rejects.toMatchObject({ code: 'NotFound' })
    await create('admin', 'named@quill.test', { org_id: stack.people.admin.organisationId })
  })

  it('[PERM-041] takes the role that is chosen, and refuses one of the giver’s own rank', async () => {
    for (const by of ['superadmin', 'admin', 'useradmin'] as const) {
      const given = givenRoles.filter(role => mayManage([by], [role]))
      for (const role of givenRoles) {
        const asked = create(by, `${by}.${role}@roles.test`, { role_type_live: role })
        if (given.includes(role)) {
          await asked
          expect((await accountOf(`${by}.${role}@roles.test`))?.roles).toEqual([role])
        } else await expect(asked, `${by} gives ${role}`).rejects.toMatchObject({ code: 'NoPermission' })
      }
    }
    await expect(create('admin', 'x@roles.test', { role_type_live: 'superadmin' })).rejects.toMatchObject({
      code: 'InputInvalid',
    })
  })

  it('is refused to all other roles', async () => {
    for (const by of ['presenter', 'investor', 'member', 'pitchadmin', 'banking'] as const)
      await expect(create(by, 'sneaked@quill.test')).rejects.toMatchObject({ code: 'NotAllowed' })
    await expect(create('nobody', 'sneaked@quill.test')).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect(await accountOf('sneaked@quill.test')).toBeUndefined()
  })

  it('[RULE-029, RULE-035, RULE-036, RULE-037, RULE-039] says what is missing or wrong', async () => {
    const send = async (fields: object) => (await rawCall(stack.app, 'createUser', fields, asAdmin())).body
    expect(await send({})).toMatchObject({
      error: 'InputInvalid',
      fields: {
        email: 'invalid_type',
        firstname: 'invalid_type',
        lastname: 'invalid_type',
        role_type_live: 'invalid_value',
      },
    })
    expect((await send({ ...person, email: 'a@quill.test', firstname: '  ', lastname: '' })).fields).toEqual({
      firstname: 'required',
      lastname: 'required',
    })
    for (const email of [
      '',
      'nobody',
      'a@b',
      '@quill.test',
      'a b@quill.test',
      'a@quill.test\r\nBcc: b@evil.test',
      'a\u0000@quill.test',
    ])
      expect(Object.keys((await send({ ...person, email })).fields), email).toEqual(['email'])
    expect((await send({ ...person, email: 'a@quill.test', firstname: 'N\u0000ra' })).fields).toEqual({
      firstname: 'controlCharacters',
    })
    expect((await send({ ...person, email: 'a@quill.test', timezone: 'Mars/Base' })).fields).toEqual({
      timezone: 'timeZone',
    })
  })

  it('keeps a script in a name as text, and escapes it in the mail', async () => {
    const firstname = '<script>alert(1)</script>'
    await create('admin', 'script@quill.test', { firstname })
    expect(await accountOf('script@quill.test')).toMatchObject({ firstname })
    const [mail] = await mailsTo(stack.db, 'script@quill.test')
    expect(mail?.html).not.toContain('<script')
    expect(mail?.html).toContain('&lt;script&gt;')
    expect(mail?.text).toContain(firstname)
  })
})

const asAdmin = () => ({ headers: { authorization: `Bearer ${stack.people.admin.token}` } })

describe('accountsForInvitation', () => {
  const invited = (email: string) => ({ email, firstname: 'Ida', lastname: 'Invited', language: 'zh-Hant' as const })

  it('finds the accounts there are and opens the others, without a password or a user name', async () => {
    const organisationId = stack.people.presenter.organisationId
    const found = await accountsForInvitation(stack.db, organisationId, [
      invited('ida@elsewhere.test'),
      invited('lumeninvestor@lumen.test'),
      invited('ida@elsewhere.test'),
    ])
    expect(found.size).toBe(2)
    expect(found.get('lumeninvestor@lumen.test')).toMatchObject({ id: stack.people.lumenInvestor.id, state: 'active' })
    expect(await accountOf('ida@elsewhere.test')).toMatchObject({
      id: found.get('ida@elsewhere.test')?.id,
      organisationId,
      state: 'invited',
      roles: ['vc'],
      username: null,
      passwordHash: null,
      language: 'zh-Hant',
    })
  })

  it('opens one account for each address, though lists race in opposite orders', async () => {
    const people = Array.from({ length: 1200 }, (_, n) => invited(`list${n}@elsewhere.test`))
    const organisationId = stack.people.presenter.organisationId
    const invite = (list: typeof people) =>
      stack.db.transaction(async db => accountsForInvitation(db, organisationId, list))
    const [one, other] = await Promise.all([invite(people), invite([...people].reverse())])
    expect(one.size).toBe(1200)
    for (const { email } of people) expect(one.get(email)?.id).toBe(other.get(email)?.id)
    const rows = await stack.db
      .select({ id: account.id })
      .from(account)
      .where(and(like(account.email, 'list%@elsewhere.test'), eq(account.state, 'invited')))
    expect(rows).toHaveLength(1200)
  })
})
