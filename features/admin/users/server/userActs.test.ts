import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { addNewcomer, deedsOn } from '#testing/newcomers.ts'
import { linkCodeOf } from '#testing/outbox.ts'
import { openTestSession } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const newcomer = (values?: Parameters<typeof addNewcomer>[1]) => addNewcomer(stack, values)
const rowOf = async (id: string) => (await stack.db.select().from(account).where(eq(account.id, id)))[0]
const texts = {
  ...{ firstname: 'Ivy', lastname: 'Renamed', company_name: 'Vine & Co', position: 'Partner', location: 'Leeds' },
  ...{ timezone: 'Europe/London', language: 'en' as const },
}

describe('the fence of everything that is done to one person', () => {
  it('answers 404 for every id of another organisation, and for an unknown one', async () => {
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

  it('[NAV-014, PERM-029] shows a useradmin no administrators, and lets them change none', async () => {
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

  it('refuses to change the caller’s own role, or to disable or delete the caller', async () => {
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
  it('[CALL-078, ENT-030] changes a user’s profile, and nothing that gives them rights', async () => {
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
    expect(await deedsOn(stack, id)).toEqual(['account.update'])
  })

  it('[RULE-035, RULE-036] wants a first and a last name', async () => {
    const { id } = await newcomer()
    await expect(
      stack.as('admin').updateUser({ user_id: id, ...texts, firstname: ' ', lastname: '' }),
    ).rejects.toMatchObject({ code: 'InputInvalid', fields: { firstname: 'required', lastname: 'required' } })
  })

  it('corrects the address of a user who never signed in, with a link to the new one; of no other', async () => {
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

  it('does not make a newcomer of who comes in by a provider, by disabling them first', async () => {
    const { id: user_id } = await newcomer()
    await stack.db.update(account).set({ passwordHash: null, lastLoginAt: new Date() }).where(eq(account.id, user_id))
    await stack.as('admin').setUserDisabled({ user_id, disabled: true })
    await expect(stack.as('admin').updateUser({ user_id, ...texts, email: 'mine@evil.test' })).rejects.toMatchObject({
      code: 'EmailNotYours',
    })
  })
})

describe('#updateUserRole', () => {
  it('[PERM-041] takes effect at once: a user who loses a role is signed out, one who gains a role reconnects', async () => {
    const { id, organisationId } = await newcomer()
    const token = await openTestSession(stack.db, id, organisationId)
    await expect(stack.withToken(token).getPitchListForEp({})).rejects.toMatchObject({ code: 'NotAllowed' })
    const told = stack.rooms.recorded.length
    await stack.as('admin').updateUserRole({ user_id: id, role: 'pitchadmin', extra: ['files'] })
    expect((await rowOf(id))?.roles).toEqual(['pitchadmin', 'files'])
    expect(stack.rooms.recorded.slice(told)).toContainEqual({ act: 'disconnect', args: [{ accountId: id }] })
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

  it('keeps the sessions of a user who gains a role, and roles that are given elsewhere', async () => {
    const { id, organisationId } = await newcomer({ roles: ['vc', 'nolinkedin'] })
    await stack.as('admin').updateUserRole({ user_id: id, role: 'vc', extra: ['banking'] })
    const token = await openTestSession(stack.db, id, organisationId)
    await stack.as('admin').updateUserRole({ user_id: id, role: 'vc', extra: ['banking', 'files'] })
    expect((await rowOf(id))?.roles).toEqual(['vc', 'banking', 'files', 'nolinkedin'])
    await stack.withToken(token).getPersonalInfo({})
  })

  it('refuses a role of the giver’s own rank, and extra roles by a useradmin', async () => {
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
