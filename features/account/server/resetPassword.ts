import type { accountCalls } from '#features/account/contract.ts'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import { brokenPasswordRules } from '#features/session/rules.ts'
import { endSessions } from '#features/session/server/endSessions.ts'
import { hashPassword } from '#features/session/server/passwords.ts'
import type { Handler } from '#server/context.ts'
import { readPasswordLink } from './passwordLink.ts'
import { takeLink, updateAccount } from './queries.ts'

/** A password that is refused leaves the link as it was. */
export const resetPassword: Handler<typeof accountCalls.resetPassword> = async context => {
  const { db, input, now, fail } = context
  const link = await readPasswordLink(db, input.link_code, now)
  if (typeof link === 'string') return fail(link)
  const [broken] = brokenPasswordRules(input.new_pass)
  if (broken) return fail('PasswordNotAllowed', { new_pass: broken })
  if (!(await takeLink(db, link.linkId, now))) return fail('LinkExpired')

  const passwordHash = await hashPassword(input.new_pass)
  const { person } = link
  await updateAccount(db, person.id, { state: 'active', passwordHash, passwordChangedAt: now }, now)
  await endSessions(context, { accountId: person.id, kind: 'session' })
  const actor = { accountId: person.id, organisationId: person.organisationId }
  await writeAudit({ ...context, actor }, { action: 'account.setPassword', subject: person.id })
  return { username: person.username ?? person.email }
}
