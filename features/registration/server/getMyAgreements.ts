import type { registrationCalls } from '#features/registration/contract.ts'
import { policyVersions } from '#features/registration/rules.ts'
import type { Handler } from '#server/context.ts'
import { agreementsOf } from './queries.ts'

export const getMyAgreements: Handler<typeof registrationCalls.getMyAgreements> = async ({ db, actor }) => {
  const rows = await agreementsOf(db, actor.accountId)
  const items = rows.map(({ policyType, version, at, ip }) => ({
    policy_type: policyType,
    version,
    agreed_on: at.toISOString(),
    ip,
    current: version === policyVersions[policyType],
  }))
  return { items, total: items.length }
}
