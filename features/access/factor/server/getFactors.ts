import type { factorCalls } from '#features/access/factor/contract.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import { smsProviderOf } from '#features/notify/mail/server/sms.ts'
import type { Handler } from '#server/context.ts'
import { maskEmail } from '#server/masks.ts'
import { proofRequired } from './proof.ts'
import { countRecoveryCodes, listFactors } from './queries.ts'
import { factorTarget } from './sendCode.ts'
import { listDevices } from './stepQueries.ts'

export const getFactors: Handler<typeof factorCalls.getFactors> = async ({ db, actor, now, frame }) => {
  const person = await findAccount(db, actor.accountId)
  const organisation = await findOrganisation(db, person.organisationId)
  const factors = await listFactors(db, person.id)
  const devices = await listDevices(db, person.id, now, person.passwordChangedAt)
  return {
    factors: factors.map(one => ({
      factor_id: one.id,
      factor: one.kind,
      is_primary: one.isPrimary,
      name: one.name,
      sent_to: factorTarget(one, person),
      created_on: one.createdAt.toISOString(),
      last_used: one.lastUsedAt?.toISOString() ?? null,
    })),
    is_enforced: organisation?.enforceSecondFactor === true,
    recovery_codes_left: await countRecoveryCodes(db, person.id),
    devices: devices.map(one => ({
      device_id: one.id,
      user_agent: one.userAgent,
      ip: one.ip,
      created_on: one.createdAt.toISOString(),
      expires: one.expiresAt.toISOString(),
    })),
    proof: await proofRequired(db, actor, person, now),
    sms_sends: smsProviderOf(frame) !== undefined,
    mobile: person.mobile ?? '',
    sent_to: maskEmail(person.email),
  }
}
