import { freeUsername, mailPasswordLink } from '#features/access/recovery/server/activation.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { changeAddress } from '#features/core/account/server/profileQueries.ts'
import { type AccountRow, refuseOverLimit, updateAccount } from '#features/core/account/server/queries.ts'
import { setTags } from '#features/core/account/server/tagQueries.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { changeTerm } from './changeTerm.ts'
import { lockPerson } from './lockPerson.ts'
import { note } from './userActs.ts'

type Update = ContextOf<typeof usersCalls.updateUser>

/** CALL-078. It never changes role, organization, password or state. */
export const updateUser: Handler<typeof usersCalls.updateUser> = async context => {
  const { db, input, now, fail } = context
  const { user_id, email, company_name: companyName, tag_ids, start_date, end_date, ...texts } = input
  const person = await lockPerson(context, user_id)
  if (email !== undefined && email !== person.email) await correctAddress(context, person, email)
  if (tag_ids && !(await setTags(db, person, tag_ids))) return fail('TagNotFound')
  await updateAccount(db, person.id, { ...texts, companyName }, now)
  await changeTerm(context, person, { start_date, end_date, zone: texts.timezone })
  const changed = Object.keys(texts).filter(key => texts[key as keyof typeof texts] !== person[key as keyof AccountRow])
  await note(context, 'account.update', person, {
    changed: [...changed, ...(person.companyName === companyName ? [] : ['companyName'])],
    ...(email !== undefined && email !== person.email ? { email: { from: person.email, to: email } } : {}),
  })
  return {}
}

/**
 * Corrects the address of a user who has never signed in, and emails the link there. Users with a password change their
 * address themselves: otherwise an admin could take over the account by its emails.
 */
async function correctAddress(context: Update, person: AccountRow, email: string): Promise<void> {
  const { db, now, fail } = context
  // users of a sign-in provider have been here without a password; disabling must not make them newcomers
  const wasHere = person.passwordHash !== null || person.lastLoginAt !== null || person.state === 'active'
  if (wasHere) return fail('EmailNotYours')
  const after = (await changeAddress(db, person.id, email, now)) ?? fail('EmailExists', { email: 'EmailExists' })
  if (after.state === 'disabled') return
  if (after.state === 'invited') await refuseOverLimit(db, person.organisationId)
  const username = after.username ?? (await freeUsername(db, email))
  await mailPasswordLink(context, await updateAccount(db, after.id, { state: 'awaiting', username }, now))
}
