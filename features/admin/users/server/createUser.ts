import { freeUsername, mailPasswordLink } from '#features/access/recovery/server/activation.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { brokenUsernameRules, mayManage } from '#features/core/account/rules.ts'
import {
  type AccountRow,
  findAccountByEmail,
  insertAccount,
  promoteInvited,
  refuseOverLimit,
} from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import type { ContextOf, Handler } from '#server/context.ts'

export const createUser: Handler<typeof usersCalls.createUser> = async context => {
  const { db, input, actor, fail } = context
  const organisationId = input.org_id ?? actor.organisationId
  const crosses = organisationId !== actor.organisationId
  if (crosses && !actor.roles.includes('superadmin')) return fail('NoPermission')
  if (!mayManage(actor.roles, [input.role_type_live])) return fail('NoPermission')
  if (crosses && !(await findOrganisation(db, organisationId))) return fail('NotFound')

  const [broken] = input.username ? brokenUsernameRules(input.username) : []
  if (broken) return fail('UsernameNotAllowed', { username: broken })
  await refuseOverLimit(db, organisationId)
  const person = await writeAccount(context, organisationId)
  await mailPasswordLink(context, person)
  const detail = { roles: person.roles }
  await writeAudit(context, { action: 'account.create', subject: person.id, detail, organisationId })
  return { user_id: person.id }
}

/** A new account, or that of an attendee without access to the console so far. */
async function writeAccount(
  { db, input, actor, now, fail }: ContextOf<typeof usersCalls.createUser>,
  organisationId: string,
): Promise<AccountRow> {
  const { email, firstname, lastname, role_type_live, company_name: companyName, language, timezone } = input
  const roles = [role_type_live]
  const values = { organisationId, email, firstname, lastname, roles, companyName, language, timezone }
  const home = actor.roles.includes('superadmin') ? undefined : organisationId
  // A username may be taken between the look and the write; the address decides whether to look again.
  for (let attempt = 0; attempt < 20; attempt++) {
    const username = input.username || (await freeUsername(db, email))
    const state = 'awaiting' as const
    const written =
      (await promoteInvited(db, email, { ...values, username, state, updatedAt: now }, home)) ??
      (await insertAccount(db, { ...values, username, state, createdAt: now, updatedAt: now }))
    if (written) return written
    const known = await findAccountByEmail(db, email)
    const isSeen = known !== undefined && (home === undefined || known.organisationId === home)
    if (known?.deletedAt && isSeen) return fail('UserWasDeleted', { email: 'UserWasDeleted' })
    if (known && (known.deletedAt || known.state !== 'invited' || !isSeen))
      return fail('EmailExists', { email: 'EmailExists' })
    if (input.username) return fail('UserExists', { username: 'UserExists' })
  }
  throw new Error('twenty user names were taken one after the other')
}

/** CALL-098 */
export const generateUsername: Handler<typeof usersCalls.generateUsername> = async ({ db, input }) => ({
  username: await freeUsername(db, input.email),
})
