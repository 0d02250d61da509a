import { eq } from 'drizzle-orm'
import { nextPitchState, type PitchAction } from '#features/core/pitch/rules.ts'
import { rightNow } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import { addJob } from '#server/jobs/jobs.ts'
import type { PitchRow } from './queries.ts'
import { pitch } from './tables.ts'

/** Locks a pitch until the transaction ends, against every other change. */
export async function lockPitch(db: Transaction, id: number): Promise<PitchRow> {
  const [found] = await db.select().from(pitch).where(eq(pitch.id, id)).for('no key update')
  if (!found) throw new Error(`pitch ${id} is gone`)
  return found
}

/** Locks a pitch against changes until the transaction ends, together with other readers. */
export async function sharePitch(db: Transaction, id: number): Promise<void> {
  await db.select({ id: pitch.id }).from(pitch).where(eq(pitch.id, id)).for('share')
}

/**
 * Takes a pitch through one action of its lifecycle: the only place where a state is written. Of two racing requests the
 * second finds the state that the first wrote. Answers the changed pitch, or undefined when its state forbids the action
 * (`PitchStateForbids`).
 */
export async function changePitchState(
  db: Transaction,
  { id }: Pick<PitchRow, 'id'>,
  action: PitchAction,
): Promise<PitchRow | undefined> {
  const before = await lockPitch(db, id)
  const state = before.deletedAt ? undefined : nextPitchState(before.state, action)
  if (!state) return undefined
  const now = rightNow()
  const [after] = await db
    .update(pitch)
    .set({
      state,
      updatedAt: now,
      ...(action === 'start' && { realStartAt: now }),
      ...(action === 'end' && { realEndAt: now }),
      ...((action === 'restart' || action === 'reset') && { realStartAt: null, realEndAt: null }),
    })
    .where(eq(pitch.id, id))
    .returning()
  // nothing comes of a rehearsal
  if (action === 'end' && before.rehearsalOf === null)
    await addJob(db, 'finishPitch', { pitchId: id }, { key: `finishPitch:${id}` })
  return after
}
