import type { policyCalls } from '#features/access/policy/contract.ts'
import { policyPath } from '#features/access/policy/rules.ts'
import { type AccountRow, findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { currentVersions, versionOf } from './policyTexts.ts'
import { agreementsOf, insertAgreement } from './queries.ts'

/** A person agrees for themselves only, and only to today's texts. */
export const agreePolicy: Handler<typeof policyCalls.agreePolicy> = async context => {
  const { db, input, actor, now, request, fail } = context
  const { policy_type: policyType, file_path: filePath } = input
  if (!isNameOf(await findAccount(db, actor.accountId), input.username)) return fail('NoPermission')
  const version = await versionOf(context.frame, policyType)
  if (filePath !== policyPath(policyType, version)) return fail('PolicyNotAgreed')
  const agreement = { accountId: actor.accountId, policyType, version, filePath, at: now, ip: request.ip }
  if (await insertAgreement(db, agreement))
    await writeAudit(context, {
      action: 'policy.agree',
      subject: actor.accountId,
      detail: { policy: policyType, version },
    })
  return {}
}

/** Whether a name is what this person signs in with. */
export const isNameOf = ({ username, email }: AccountRow, name: string): boolean =>
  [username, email].some(one => one?.toLowerCase() === name.trim().toLowerCase())

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
