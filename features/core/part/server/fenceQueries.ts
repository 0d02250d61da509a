import { and, arrayContains, eq, isNull, or, sql } from 'drizzle-orm'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Actor } from '#server/frame.ts'

/** A condition: the pitches that the caller manages. The fence of every list. */
export function managedBy(actor: Actor) {
  if (actor.roles.includes('superadmin')) return isNull(pitch.rehearsalOf)
  const all = actor.roles.includes('admin') || actor.roles.includes('pitchadmin')
  return all ? and(eq(pitch.organisationId, actor.organisationId), isNull(pitch.rehearsalOf)) : ownedBy(actor)
}

/** A condition: the caller's own pitches, as owner or co-host. */
export const ownedBy = (actor: Actor) =>
  and(
    eq(pitch.organisationId, actor.organisationId),
    isNull(pitch.rehearsalOf),
    or(eq(pitch.userId, actor.accountId), arrayContains(pitch.coHosts, [actor.email])),
  )

/**
 * A condition: the account `a` lacks the accreditation that the pitch `p` asks for at this instant. It is
 * `missingAccreditation`, which has the rule, for many at once.
 */
export const lacksAccreditation = (
  now: Date,
) => sql`(p.enforce_accredit and coalesce(a.accredited_until, '-infinity') <=
  case when p.state = 'inProgress' then least(p.real_start_at, ${now}) else ${now} end)`
