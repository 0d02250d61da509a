import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { accountAccess } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(accountAccess)
  await stack.db.delete(auditEntry)
})

const grant = (by: PersonName, user: PersonName, of: PersonName) =>
  stack
    .as(by)
    .createAccountAccess({ user_id: stack.people[user].id, account_id: stack.people[of].id })
    .then(
      () => 'done',
      failure => failure.code,
    )
const revoke = (by: PersonName, user: PersonName, of: PersonName) =>
  stack.as(by).deleteAccountAccess({ user_id: stack.people[user].id, account_id: stack.people[of].id })
const found = async (by: PersonName, filter = {}) =>
  (await stack.as(by).searchAccountList(filter)).items.map(item => `${item.user_name} for ${item.account_name}`)
const mine = async (name: PersonName) =>
  (await stack.as(name).getMyAccountAccess({})).items.map(item => item.account_name)
const actions = async () => (await stack.db.select().from(auditEntry)).map(entry => entry.action)

describe('account access', () => {
  it('[CALL-105, CALL-106, CALL-107, ENT-078, PERM-075] is given, found and taken back', async () => {
    expect(await grant('admin', 'presenter', 'investor')).toBe('done')
    expect(await grant('superadmin', 'presenter', 'secondInvestor')).toBe('done')
    expect(await mine('presenter')).toEqual(['Ines Second', 'Ivy Investor'])
    const { items, total } = await stack.as('admin').searchAccountList({ user_id: stack.people.presenter.id })
    expect(total).toBe(2)
    expect(items[1]).toEqual({
      user_id: stack.people.presenter.id,
      user_name: 'Paul Presenter',
      user_email: stack.people.presenter.email,
      account_id: stack.people.investor.id,
      account_name: 'Ivy Investor',
      account_email: stack.people.investor.email,
      created_on: expect.any(String),
    })
    expect(await found('admin', { account_id: stack.people.investor.id })).toEqual(['Paul Presenter for Ivy Investor'])
    expect(await found('admin', { account_name: 'sEcond' })).toEqual(['Paul Presenter for Ines Second'])
    expect(await found('admin', { account_name: '%' })).toEqual([])
    await revoke('admin', 'presenter', 'investor')
    expect(await mine('presenter')).toEqual(['Ines Second'])
    expect(await actions()).toEqual(['access.grant', 'access.grant', 'access.revoke'])
  })

  it('is given once, by however many at the same moment, and taken once', async () => {
    expect(await Promise.all([1, 2, 3].map(() => grant('admin', 'member', 'investor')))).toEqual(Array(3).fill('done'))
    expect(await mine('member')).toEqual(['Ivy Investor'])
    await Promise.all([1, 2, 3].map(() => revoke('admin', 'member', 'investor')))
    expect(await actions()).toEqual(['access.grant', 'access.revoke'])
  })

  it('stays within one organisation, also when a superadmin gives it', async () => {
    expect(await grant('superadmin', 'presenter', 'lumenInvestor')).toBe('AccountAccessForbidden')
    expect(await grant('admin', 'presenter', 'lumenInvestor')).toBe('UserNotFound')
    expect(await grant('admin', 'lumenPresenter', 'investor')).toBe('UserNotFound')
    expect(await grant('admin', 'lumenPresenter', 'lumenInvestor')).toBe('UserNotFound')
    expect(await grant('superadmin', 'lumenPresenter', 'lumenInvestor')).toBe('done')
    expect(await found('admin')).toEqual([])
    expect(await found('admin', { user_id: stack.people.lumenPresenter.id })).toEqual([])
    expect(await found('lumenAdmin')).toEqual(['Leo Lumen for Lia Lumen'])
    await revoke('admin', 'lumenPresenter', 'lumenInvestor')
    expect(await found('superadmin')).toEqual(['Leo Lumen for Lia Lumen'])
    expect(await actions()).toEqual(['access.grant'])
  })

  it('raises no rights: no administrator may be acted for, and no person gives it to themselves', async () => {
    for (const name of ['superadmin', 'useradmin', 'pitchadmin'] as const)
      expect(await grant('admin', 'presenter', name)).toBe('AccountAccessForbidden')
    expect(await grant('superadmin', 'presenter', 'admin')).toBe('AccountAccessForbidden')
    expect(await grant('admin', 'admin', 'investor')).toBe('AccountAccessForbidden')
    expect(await grant('admin', 'presenter', 'presenter')).toBe('AccountAccessForbidden')
    for (const name of ['useradmin', 'pitchadmin', 'presenter', 'investor', 'member'] as const) {
      expect(await grant(name, 'presenter', 'investor')).toBe('NotAllowed')
      await expect(revoke(name, 'presenter', 'investor')).rejects.toMatchObject({ code: 'NotAllowed' })
      await expect(found(name)).rejects.toMatchObject({ code: 'NotAllowed' })
    }
    expect(await actions()).toEqual([])
  })

  it('opens no account that is disabled, deleted, or moved to another organisation', async () => {
    await grant('admin', 'presenter', 'investor')
    const set = (values: Partial<typeof account.$inferInsert>) =>
      stack.db.update(account).set(values).where(eq(account.id, stack.people.investor.id))
    const { organisationId } = stack.people.investor
    for (const values of [
      { state: 'disabled' as const },
      { deletedAt: new Date() },
      { organisationId: stack.people.lumenAdmin.organisationId },
    ]) {
      await set(values)
      expect(await mine('presenter')).toEqual([])
      await set({ state: 'active', deletedAt: null, organisationId })
    }
    expect(await mine('presenter')).toEqual(['Ivy Investor'])
  })
})
