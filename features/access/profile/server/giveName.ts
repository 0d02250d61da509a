import { fullName } from '#contract/names.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import { updateAccount } from '#features/core/account/server/queries.ts'
import { nameAttendee } from '#features/core/part/server/attendeeQueries.ts'
import type { Handler } from '#server/context.ts'

/** Of two that race, and of a name that is known already, the first stays: a link may have been passed on. */
export const giveName: Handler<typeof profileCalls.giveName> = async ({ db, actor, input, now }) => {
  const { firstname, lastname, companyName } = await lockOwn(db, actor.accountId)
  const known = fullName({ firstname, lastname })
  if (known) return { name: known }
  const { name, company_name } = input
  await updateAccount(db, actor.accountId, { firstname: name, companyName: companyName || company_name || '' }, now)
  await nameAttendee(db, actor.accountId, name)
  return { name }
}
