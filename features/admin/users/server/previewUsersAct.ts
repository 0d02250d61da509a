import { countSignedIn } from '#features/access/session/server/signedInQueries.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { AT_MOST } from '#features/admin/users/rules.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { countPitchesOf } from '#features/core/part/server/personQueries.ts'
import type { Handler } from '#server/context.ts'
import { selectedRoles } from './userQueries.ts'

export const previewUsersAct: Handler<typeof usersCalls.previewUsersAct> = async ({
  db,
  frame,
  input,
  actor,
  now,
  fail,
}) => {
  const people = await selectedRoles(frame.pool, actor, input, AT_MOST)
  if (people.length === 0) return fail('NobodySelected')
  const managed = people.filter(({ id, roles }) => id !== actor.accountId && mayManage(actor.roles, roles))
  const ids = managed.map(({ id }) => id)
  const { open, live } = await countPitchesOf(db, ids)
  return {
    people: people.length,
    not_managed: people.length - managed.length,
    signed_in: await countSignedIn(db, ids, now),
    open_pitches: open,
    live_pitches: live,
  }
}
