import type { ErrorCode } from '#contract/errors.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

type Fail<E extends ErrorCode> = (code: E) => never
export interface Changing extends Context {
  readonly pitch: PitchRow
  readonly actor: Actor
}

/** The pitch of a change, locked until the transaction ends. */
export async function lockedFor(
  { db, pitch, actor }: Changing,
  fail: Fail<'PitchNotFound' | 'PitchLocked'>,
): Promise<PitchRow> {
  const row = await lockPitch(db, pitch.id)
  if (row.deletedAt) fail('PitchNotFound')
  return isLockedFor(row.isLocked, actor.roles) ? fail('PitchLocked') : row
}

export const note = (
  context: Changing,
  pitch: PitchRow,
  action: 'plan' | 'change' | 'cancel' | 'now',
  detail: object,
) =>
  tell(context, {
    audit: {
      action: actions[action],
      subject: pitch.uuid,
      organisationId: pitch.organisationId,
      detail: { name: pitch.presentationName, ...detail },
    },
  })
const actions = {
  plan: 'send.plan',
  change: 'send.change',
  cancel: 'send.cancel',
  now: 'send.now',
} as const
