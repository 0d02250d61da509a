import { type Guess, guessCode, useCode } from '#features/access/factor/server/codes.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { brokenCodeRule } from '#features/core/account/factorRules.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { prepares } from '#server/context.ts'
import { managedAccount } from './managedAccount.ts'
import { checkSubject, notePersonCheck } from './personCheck.ts'

type Call = typeof usersCalls.validateCodeByAdmin
const codeFor = (personId: string, adminId: string) =>
  ({ purpose: 'checkPerson', subject: checkSubject({ personId, adminId }) }) as const

export const validateCodeByAdmin = prepares<Call, Guess>(
  async ({ frame, input: { user_id, code }, actor, now }) =>
    brokenCodeRule(code) ? undefined : guessCode(frame.db, { ...codeFor(user_id, actor.accountId), code, now }),
  async (context, guess) => {
    const { db, input, actor, now, fail } = context
    const broken = brokenCodeRule(input.code)
    if (broken) return fail(broken)
    const { id: subject, organisationId } = await managedAccount(db, actor, input.user_id, fail)
    if (!(await useCode(db, codeFor(subject, actor.accountId), guess))) return fail('CodeWrong')
    await notePersonCheck(db, { personId: subject, adminId: actor.accountId }, now)
    await writeAudit(context, { action: 'factor.checkPerson', subject, organisationId })
    return {}
  },
)
