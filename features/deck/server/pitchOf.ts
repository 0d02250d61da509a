import { CallFailed } from '#contract/call.ts'
import { manages } from '#features/pitch/rules.ts'
import { type PitchAccess, pitchFor } from '#features/pitch/server/access.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

interface Asked {
  readonly db: Database | Transaction
  readonly actor: Actor
  readonly input: { readonly pitch_uuid: string }
}

/** The pitch whose files the caller may see. Whose it is not, to them it does not exist. */
export async function managedPitch({ db, actor, input }: Asked): Promise<PitchAccess['pitch']> {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access || !manages(access.part)) throw new CallFailed('PitchNotFound')
  return access.pitch
}

/** The pitch whose files the caller may change: until it is over. */
export async function changeablePitch(asked: Asked): Promise<PitchAccess['pitch']> {
  const pitch = await managedPitch(asked)
  if (pitch.state === 'processing' || pitch.state === 'over') throw new CallFailed('PitchStateForbids')
  return pitch
}
