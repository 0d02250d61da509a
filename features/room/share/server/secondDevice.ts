import { findActor } from '#features/access/signIn/server/actorQueries.ts'
import { type PitchAccess, pitchById } from '#features/core/part/server/access.ts'
import { ofSecondScreen } from '#features/room/media/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { findShare, type ShareRow } from './queries.ts'

/** The person of a second device. Undefined once the session that made it has ended, or they may not see the pitch. */
export async function secondDevice(
  db: Database | Transaction,
  row: Pick<ShareRow, 'sessionId' | 'pitchId' | 'accountId'>,
): Promise<{ actor: Actor; access: PitchAccess } | undefined> {
  const actor = row.sessionId ? await findActor(db, row.sessionId) : undefined
  if (actor?.accountId !== row.accountId || actor.impersonatorId) return undefined
  const access = await pitchById(db, actor, row.pitchId)
  return access && { actor, access }
}

/** The same by the device's name (`secondScreen`), while its share is running. */
export async function secondDeviceNamed(db: Database | Transaction, sender: string): Promise<PitchAccess | undefined> {
  const named = ofSecondScreen(sender)
  const row = named && (await findShare(db, named.share))
  if (!row || row.accountId !== named.account || !row.startedAt || row.endedAt) return undefined
  return (await secondDevice(db, row))?.access
}
