import { forgottenAddress } from '#features/core/account/server/forgetQueries.ts'
import { namesOf } from '#features/core/account/server/queries.ts'
import { guestName } from '#features/core/account/veil.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { nameSeenBy } from '#features/room/room/server/personNames.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { guestModeOf } from './queries.ts'

/**
 * What was said under a number, with the person as the viewer sees them everywhere else: by the name that they have given
 * since, or, for managers, by the address that they were invited by. A number of guest mode stays, also after it.
 */
export async function labelled<T extends { readonly user_id: string; readonly name: string }>(
  db: Database | Transaction,
  pitchId: number,
  part: PitchPart,
  items: readonly T[],
): Promise<T[]> {
  const numbered = items.filter(({ user_id, name }) => name === guestName(user_id)).map(({ user_id }) => user_id)
  if (numbered.length === 0) return [...items]
  const { on, hosts } = await guestModeOf(db, pitchId)
  if (on || hosts.length > 0) return [...items]
  const known = await namesOf(db, [...new Set(numbered)])
  return items.map(item => {
    const person = known.get(item.user_id)
    const isGone = person?.email === forgottenAddress(item.user_id)
    if (!person || isGone || item.name !== guestName(item.user_id)) return item
    return { ...item, name: nameSeenBy(part, { id: item.user_id, ...person }) }
  })
}
