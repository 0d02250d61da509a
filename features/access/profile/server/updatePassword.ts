import type { profileCalls } from '#features/access/profile/contract.ts'
import { mailPasswordChanged } from '#features/access/recovery/server/recovery.ts'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import { refusedPassword } from '#features/core/account/server/passwordCheck.ts'
import { hashPassword, isPassword } from '#features/core/account/server/passwords.ts'
import { findAccount, updateAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { countAttempt } from '#server/limits.ts'

/**
 * A stranger at an open browser may guess the old password no faster than at the sign-in. A password that had to be
 * changed is not followed by itself.
 */
export const updatePassword: Handler<typeof profileCalls.updatePassword> = async context => {
  const { db, input, actor, now, fail, frame, request } = context
  const person = await findAccount(db, actor.accountId)
  const attempt = await countAttempt(frame, { ip: request.ip, name: person.id })
  if (!(await isPassword(person.passwordHash, input.old_pass))) return fail('OldPasswordWrong')
  await attempt.succeeded()
  const broken = await refusedPassword(input.new_pass, person)
  if (broken) return fail('PasswordNotAllowed', { new_pass: broken })
  if (await isPassword(person.passwordHash, input.new_pass))
    return fail('PasswordNotAllowed', { new_pass: 'sameAsOld' })

  const passwordHash = await hashPassword(input.new_pass)
  await updateAccount(
    db,
    person.id,
    { passwordHash, passwordChangedAt: now, promptResetPassword: false, temporaryPasswordUntil: null },
    now,
  )
  const others = { accountId: person.id, kind: 'session', exceptSessionId: actor.sessionId } as const
  await endSessions(context, others, 'passwordChanged')
  await mailPasswordChanged(context, person)
  await writeAudit(context, { action: 'account.changePassword', subject: person.id })
  return {}
}
