import { pitchFor } from '#features/core/part/server/access.ts'
import { manages, type PitchPart } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

interface Asking {
  readonly db: Transaction
  readonly actor: Actor
  readonly fail: (code: 'PitchNotFound' | 'NoPermission') => never
}

/** A pitch whose captions may be read: by everybody in its room while it is live, afterwards by those who manage it. */
export async function readablePitch({ db, actor, fail }: Asking, uuid: string): Promise<PitchRow> {
  const access = await pitchFor(db, actor, uuid)
  if (!access) return fail('PitchNotFound')
  return mayRead(access.part, access.pitch.state === 'inProgress') ? access.pitch : fail('NoPermission')
}

const mayRead = (part: PitchPart, isLive: boolean): boolean => isLive || manages(part)
