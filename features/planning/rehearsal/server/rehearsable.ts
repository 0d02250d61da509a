import { isRehearsal, type PitchAccess, pitchFor } from '#features/core/part/server/access.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { moderates } from '#features/room/room/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

interface Asked {
  readonly db: Database | Transaction
  readonly actor: Actor
  readonly input: { readonly uuid: string }
  readonly fail: (code: 'PitchNotFound' | 'NoPermission') => never
}

/** The pitch whose rehearsals somebody may open and end: those who run it. A rehearsal itself has none. */
export async function rehearsablePitch({ db, actor, input, fail }: Asked): Promise<PitchAccess> {
  const access = await pitchFor(db, actor, input.uuid)
  if (!access || isRehearsal(access.pitch)) return fail('PitchNotFound')
  return moderates(access.part) ? access : fail('NoPermission')
}

/** A rehearsal as the wire shows it. */
export const viewOf = ({ uuid, realStartAt, createdAt }: PitchRow, here: number) => ({
  uuid,
  started_time: (realStartAt ?? createdAt).toISOString(),
  here,
})
