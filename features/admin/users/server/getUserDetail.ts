import { listFactors } from '#features/access/factor/server/queries.ts'
import { shownPicture } from '#features/access/profile/server/personalInfo.ts'
import { listOwnAttempts } from '#features/access/session/server/loginLogQueries.ts'
import { listOpenSessions } from '#features/access/session/server/ownSessionQueries.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { countPitchesOf, listAttendedBy } from '#features/core/part/server/personQueries.ts'
import type { Handler } from '#server/context.ts'
import { heldUsers, listedUser } from './getUserListForEp.ts'
import { findUser } from './userQueries.ts'

/** So many of what there may be thousands of. */
const NEWEST = 10

export const getUserDetail: Handler<typeof usersCalls.getUserDetail> = async ({
  db,
  frame,
  input,
  actor,
  now,
  fail,
}) => {
  const listed = await findUser(frame, actor, input.user_id)
  if (!listed) return fail('UserNotFound')
  const { id } = listed
  const home = actor.roles.includes('superadmin') ? undefined : actor.organisationId
  const [person, factors, sessions, logins, pitches, attended, held] = await Promise.all([
    findAccount(db, id),
    listFactors(db, id),
    listOpenSessions(db, id, now),
    listOwnAttempts(db, id, NEWEST),
    countPitchesOf(db, [id]),
    listAttendedBy(db, id, home, NEWEST),
    heldUsers(frame, [listed]),
  ])
  return {
    ...listedUser(listed, held.get(id) ?? null, now),
    position: person.position,
    location: person.location,
    timezone: person.timezone,
    language: person.language,
    head_image: shownPicture(person),
    mobile: person.mobile ?? '',
    has_password: person.passwordHash !== null,
    prompt_reset_password: person.promptResetPassword,
    temporary_password_until: (person.promptResetPassword && person.temporaryPasswordUntil?.toISOString()) || null,
    factors: factors.map(({ kind, name, createdAt }) => ({ kind, name, created_on: createdAt.toISOString() })),
    sessions: sessions.slice(0, NEWEST).map(({ ip, userAgent, createdAt }) => ({
      ip,
      user_agent: userAgent,
      created_on: createdAt.toISOString(),
    })),
    logins: logins.map(({ description, ip, at }) => ({ description, ip, at: at.toISOString() })),
    pitches,
    attended: attended.map(({ uuid, name, joinedAt }) => ({ uuid, name, joined_on: joinedAt.toISOString() })),
  }
}
