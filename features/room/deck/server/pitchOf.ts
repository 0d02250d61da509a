import { CallFailed } from '#contract/call.ts'
import type { Upload } from '#contract/fields.ts'
import { isRehearsal, type PitchAccess, pitchFor } from '#features/core/part/server/access.ts'
import { isLockedFor, manages } from '#features/core/pitch/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { receiveFile } from './receive.ts'

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

/** The pitch whose files the caller may change: until it is over, and unless it is locked. */
export async function changeablePitch(asked: Asked): Promise<PitchAccess['pitch']> {
  const pitch = await managedPitch(asked)
  if (isRehearsal(pitch)) throw new CallFailed('PitchStateForbids')
  if (isLockedFor(pitch.isLocked, asked.actor.roles)) throw new CallFailed('PitchLocked')
  if (pitch.state === 'processing' || pitch.state === 'over') throw new CallFailed('PitchStateForbids')
  return pitch
}

/** Receives the form's file, but only for a pitch that the caller may change. */
export async function receiveForPitch({
  frame,
  actor,
  input,
}: Omit<Asked, 'db'> & { frame: Frame; input: { file?: Upload | undefined } }): Promise<string | undefined> {
  if (!input.file) return undefined
  await changeablePitch({ db: frame.db, actor, input })
  return receiveFile(frame, actor, input.file)
}
