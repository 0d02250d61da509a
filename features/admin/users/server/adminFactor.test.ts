import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#features/access/session/server/tables.ts'
import { ADMIN_FACTOR_DAYS } from '#features/core/account/factorRules.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(() => stack.db.update(organisation).set({ enforceAdminFactor: true, enforceSecondFactor: false }))

const days = (count: number) => new Date(Date.now() + count * 86_400_000)
/** A user whose account is so many days old, with a session opened now. */
async function comesIn(name: PersonName, age: number) {
  const { id, organisationId } = stack.people[name]
  await stack.db
    .update(account)
    .set({ createdAt: days(-age) })
    .where(eq(account.id, id))
  return stack.withToken(await openTestSession(stack.db, id, organisationId))
}

describe('a second factor of who manages people', () => {
  it('is asked for from the first day on, and in the way of nothing', async () => {
    for (const name of ['superadmin', 'admin', 'useradmin'] as const) {
      const me = await comesIn(name, 3)
      const { factor_due, tl_2fa_status } = await me.getUserInfoByToken({})
      expect(tl_2fa_status).toBe('off')
      expect(Math.round((Date.parse(factor_due ?? '') - Date.now()) / 86_400_000)).toBe(ADMIN_FACTOR_DAYS - 3)
      await me.getUserListForEp({})
    }
  })

  it('has to be set at a sign-in after two weeks, as where every account needs one', async () => {
    const me = await comesIn('admin', ADMIN_FACTOR_DAYS + 0.01)
    expect((await me.getUserInfoByToken({})).tl_2fa_status).toBe('required')
    await expect(me.getUserListForEp({})).rejects.toMatchObject({ code: 'FactorRequired' })
    await me.startFactor({ factor: 'app' })
  })

  it('ends no session in use: one from before goes on', async () => {
    const me = await comesIn('useradmin', ADMIN_FACTOR_DAYS - 0.01)
    await stack.db
      .update(account)
      .set({ createdAt: days(-ADMIN_FACTOR_DAYS - 3) })
      .where(eq(account.id, stack.people.useradmin.id))
    await stack.db
      .update(session)
      .set({ createdAt: days(-4) })
      .where(eq(session.accountId, stack.people.useradmin.id))
    await me.getUserListForEp({})
    expect(Date.parse((await me.getUserInfoByToken({})).factor_due ?? '')).toBeLessThan(Date.now())
  })

  it('is nothing for presenters and investors, and nothing where the organisation does not want it', async () => {
    for (const name of ['presenter', 'investor', 'pitchadmin'] as const) {
      const me = await comesIn(name, 400)
      const { factor_due, tl_2fa_status } = await me.getUserInfoByToken({})
      expect([factor_due, tl_2fa_status]).toEqual([undefined, 'off'])
    }
    await stack.db.update(organisation).set({ enforceAdminFactor: false })
    const admin = await comesIn('admin', 400)
    expect((await admin.getUserInfoByToken({})).factor_due).toBeUndefined()
    await admin.getUserListForEp({})
  })
})
