import { CODE_MINUTES } from '#features/access/factor/server/codes.ts'
import { sendCode } from '#features/access/factor/server/sendCode.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { findMobile } from './findMobile.ts'
import { managedAccount } from './managedAccount.ts'
import { checkSubject } from './personCheck.ts'

/** The code opens nothing: it only shows that who is on the phone reads the mail, or the texts, of the account. */
export const sendCodeByAdmin: Handler<typeof usersCalls.sendCodeByAdmin> = async context => {
  const { db, input, actor, frame, request, fail } = context
  const person = await managedAccount(db, actor, input.user_id, fail)
  const mobile = input.factor === 'sms' ? await findMobile(db, person) : undefined
  if (input.factor === 'sms' && !mobile) return fail('FactorNotFound')
  await countMailAsked(frame, { ip: request.ip, to: mobile ?? person.email })
  const sentTo = await sendCode(context, {
    person,
    for: { purpose: 'checkPerson', subject: checkSubject({ personId: person.id, adminId: actor.accountId }) },
    reason: 'checkPerson',
    mobile,
    by: actor.name || actor.email,
  })
  const { organisationId, id: subject } = person
  const detail = { by: input.factor }
  await writeAudit(context, { action: 'factor.sendCheck', subject, organisationId, detail })
  return { sent_to: sentTo, minutes: CODE_MINUTES }
}
