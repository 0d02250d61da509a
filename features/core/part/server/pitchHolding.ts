import { eq } from 'drizzle-orm'
import { holdRight } from '#features/core/part/server/rightHolding.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { type PitchAccess, pitchFor } from './access.ts'

/**
 * The same as `pitchFor`, held until the transaction ends: what is written by it is written by somebody who may, and to a
 * pitch in that state, whoever removes them, ends the pitch or resets it at the same moment. Many hold it together. The
 * pitch before the right, which is the order in which others wait.
 */
export async function pitchHeldFor(db: Transaction, actor: Actor, uuid: string): Promise<PitchAccess | undefined> {
  const found = await pitchFor(db, actor, uuid)
  if (!found) return undefined
  const pitchId = found.pitch.id
  await db.select({ id: pitch.id }).from(pitch).where(eq(pitch.id, pitchId)).for('share')
  await holdRight(db, { pitchId, accountId: actor.accountId }, 'shared')
  return pitchFor(db, actor, uuid)
}
