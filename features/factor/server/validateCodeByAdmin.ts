import { writeAudit } from '#features/audit/server/writeAudit.ts'
import type { factorCalls } from '#features/factor/contract.ts'
import { brokenCodeRule } from '#features/factor/rules.ts'
import type { Handler } from '#server/context.ts'
import { useCode } from './codes.ts'
import { managedAccount } from './managedAccount.ts'
import { checkSubject, notePersonCheck } from './personCheck.ts'

export const validateCodeByAdmin: Handler<typeof factorCalls.validateCodeByAdmin> = async context => {
  const { db, input, actor, frame, now, fail } = context
  const broken = brokenCodeRule(input.code)
  if (broken) return fail(broken)
  const person = await managedAccount(db, actor, input.user_id, fail)
  const between = { personId: person.id, adminId: actor.accountId }
  const asked = { purpose: 'checkPerson', subject: checkSubject(between) } as const
  if (!(await useCode({ outside: frame.db, db }, { ...asked, code: input.code, now }))) return fail('CodeWrong')
  await notePersonCheck(db, between, now)
  const { organisationId, id: subject } = person
  await writeAudit(context, { action: 'factor.checkPerson', subject, organisationId })
  return {}
}
