import type { Role } from '#contract/call.ts'
import type { sessionCalls } from '#features/session/contract.ts'
import type { Handler } from '#server/context.ts'
import { findOwnSession } from './queries.ts'

/** [CONST-004, STATE-095, ENT-034] Minutes without a click after which a browser signs out. */
const SESSION_TIMEOUT = 30

export const getUserInfoByToken: Handler<typeof sessionCalls.getUserInfoByToken> = async ({ db, actor }) => {
  const found = await findOwnSession(db, actor.sessionId)
  if (!found) throw new Error('a session is gone while it makes a call')
  const { account: person, organisationName, pitchUuid } = found
  // Of a join session the roles of the person's account do not count, nor does the account's organisation.
  const joined = actor.roles.includes('attendee')
  const roles = person.passwordHash ? [...person.roles, 'nolinkedin'] : person.roles
  return {
    user_id: person.id,
    firstname: person.firstname,
    lastname: person.lastname,
    username: person.username ?? '',
    email: person.email,
    head_image: person.headImage ?? '',
    roles: joined ? ['attendee' as const] : ([...new Set(roles)] as Role[]),
    is_vc: person.roles.includes('vc'),
    org_id: actor.organisationId,
    org_name: organisationName,
    timezone: person.timezone,
    language: person.language,
    session_timeout: SESSION_TIMEOUT,
    ...(pitchUuid ? { pitch_uuid: pitchUuid } : {}),
  }
}
