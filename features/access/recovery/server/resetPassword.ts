import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import { refusedPassword } from '#features/core/account/server/passwordCheck.ts'
import { hashPassword } from '#features/core/account/server/passwords.ts'
import { updateAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import type { Handler } from '#server/context.ts'
import { takeLink } from './linkQueries.ts'
import { readPasswordLink } from './passwordLink.ts'
import { mailPasswordChanged } from './recovery.ts'

/** A password that is refused leaves the link as it was. */
export const resetPassword: Handler<typeof recoveryCalls.resetPassword> = async context => {
  const { db, input, now, fail } = context
  const found = await readPasswordLink(context, input.link_code)
  if (typeof found === 'string') return fail(found)
  const { link, person } = found
  if (input.email !== undefined && input.email !== link.sentTo) return fail('EmailNotOfLink')
  const broken = await refusedPassword(input.new_pass, person)
  if (broken) return fail('PasswordNotAllowed', { new_pass: broken })
  if (!(await takeLink(db, link.id, now))) return fail('LinkExpired')

  const isFirst = link.purpose === 'setPassword'
  const passwordHash = await hashPassword(input.new_pass)
  const set = {
    passwordHash,
    passwordChangedAt: now,
    promptResetPassword: false,
    temporaryPasswordUntil: null,
    emailConfirmedAt: now,
  }
  // A reset proves the mailbox, but opens no account that waits for something else.
  await updateAccount(db, person.id, { ...set, ...(isFirst ? { state: 'active' as const } : {}) }, now)
  // A person who sets their first password may be watching a pitch, so they stay; a reset may be against a thief, so it
  // ends everything.
  const all = { accountId: person.id, ...(isFirst ? { kind: 'session' as const } : {}) }
  await endSessions(context, all, 'passwordChanged')
  if (isFirst) await createNotice(db, { accountIds: [person.id], kind: 'accountActivated', params: {} })
  else await mailPasswordChanged(context, person)
  const actor = { accountId: person.id, organisationId: person.organisationId }
  const action = isFirst ? 'account.setPassword' : 'account.resetPassword'
  await writeAudit({ ...context, actor }, { action, subject: person.id })
  return { username: person.username ?? person.email }
}
