import { eq } from 'drizzle-orm'
import { openSession } from '#features/access/session/server/openSession.ts'
import { session } from '#features/access/session/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { hashToken } from '#server/tokens.ts'
import { goodPassword } from './passwords.ts'
import type { PersonName } from './people.ts'
import { rawCall } from './rawCall.ts'
import type { Stack } from './startStack.ts'

/** Signs in a person who has the good password. */
export async function signInAs(
  stack: Stack,
  username: PersonName,
): Promise<{ access_token: string; refresh_token: string }> {
  const { body } = await rawCall(stack.app, 'signIn', { grant_type: 'password', username, password: goodPassword })
  return body
}

/** A pitch in the tables, of an hour from now on. */
export async function pitchOf(stack: Stack, owner: PersonName) {
  const { id: userId, organisationId } = stack.people[owner]
  const [row] = await stack.db
    .insert(pitch)
    .values({
      organisationId,
      userId,
      presentationName: 'Harbour lights',
      presenterName: 'Paul Presenter',
      startsAt: new Date(),
      startZone: 'UTC',
      endsAt: new Date(Date.now() + 3_600_000),
      endZone: 'UTC',
      state: 'scheduled',
    })
    .returning()
  if (!row) throw new Error('no pitch')
  return row
}

/** Admits a person to a pitch, as a join link does. */
export async function joinAs(stack: Stack, pitchRow: typeof pitch.$inferSelect, name: PersonName) {
  const { id: accountId, email } = stack.people[name]
  const organisationId = pitchRow.organisationId
  const [row] = await stack.db
    .insert(attendee)
    .values({ pitchId: pitchRow.id, organisationId, accountId, email })
    .returning()
  const opened = await openSession(stack.db, {
    accountId,
    organisationId,
    ip: '127.0.0.1',
    userAgent: '',
    now: new Date(),
    join: { pitchId: pitchRow.id, attendeeId: row?.id ?? '', expiresAt: pitchRow.endsAt },
  })
  return opened
}

/** The row of an access token's session. */
export async function sessionOf({ db }: Pick<Stack, 'db'>, token: string): Promise<typeof session.$inferSelect> {
  const [row] = await db
    .select()
    .from(session)
    .where(eq(session.tokenHash, hashToken(token)))
  if (!row) throw new Error('no such session')
  return row
}
