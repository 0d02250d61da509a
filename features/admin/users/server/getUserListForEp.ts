import type { Output } from '#contract/call.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { RESTORABLE_DAYS } from '#features/core/account/match.ts'
import { termState } from '#features/core/account/server/term.ts'
import { heldAmong } from '#features/planning/list/server/held.ts'
import type { Handler } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import { type ListedUser, listUsers } from './userQueries.ts'

type User = Output<typeof usersCalls.getUserListForEp>['items'][number]
type HeldBy = User['held_by']

export const getUserListForEp: Handler<typeof usersCalls.getUserListForEp> = async ({ frame, actor, input, now }) => {
  const { rows, total } = await listUsers(frame, actor, input)
  const held = await heldUsers(frame, rows)
  return { total, items: rows.map(row => listedUser(row, held.get(row.id) ?? null, now)) }
}

/** Why users get no invitations, by their ids, as far as their organizations may know. */
export async function heldUsers(frame: Frame, rows: readonly ListedUser[]): Promise<ReadonlyMap<string, HeldBy>> {
  const held = new Map<string, HeldBy>()
  for (const [organisationId, users] of Map.groupBy(rows, row => row.organisationId)) {
    const emails = users.map(({ email }) => email)
    const found = await heldAmong(frame, frame.db, organisationId, emails)
    for (const { id, email } of users) held.set(id, found.get(email)?.kind ?? null)
  }
  return held
}

/** A user on the wire. */
export const listedUser = (person: ListedUser, held_by: HeldBy, now: Date): User => ({
  held_by,
  user_id: person.id,
  firstname: person.firstname,
  lastname: person.lastname,
  username: person.username ?? '',
  email: person.email,
  company_name: person.companyName,
  roles: person.roles,
  state: person.state,
  tags: person.tags,
  org_id: person.organisationId,
  org_name: person.organisationName,
  created_on: person.createdAt.toISOString(),
  last_login: person.lastLoginAt?.toISOString() ?? null,
  removed_on: person.deletedAt && removalOf(person.deletedAt).toISOString(),
  start_date: person.startDate,
  end_date: person.endDate,
  joined_date: person.joinedAt?.toISOString() ?? null,
  expiration_date: person.endsAt?.toISOString() ?? null,
  term: termState(person, now),
})

/** When a deleted account is erased. */
export const removalOf = (deletedAt: Date): Date => new Date(deletedAt.getTime() + RESTORABLE_DAYS * 86_400_000)
