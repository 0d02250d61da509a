import type { policyCalls } from '#features/access/policy/contract.ts'
import type { Handler } from '#server/context.ts'
import { currentVersions } from './policyTexts.ts'
import { agreementsOf } from './queries.ts'

export const getMyAgreements: Handler<typeof policyCalls.getMyAgreements> = async ({ db, actor, frame }) => {
  const rows = await agreementsOf(db, actor.accountId)
  const versions = await currentVersions(frame)
  const items = rows.map(({ policyType, version, at, ip }) => ({
    policy_type: policyType,
    version,
    agreed_on: at.toISOString(),
    ip,
    current: version === versions[policyType],
  }))
  return { items, total: items.length }
}
