import { withPitch } from '#features/core/part/server/withPitch.ts'
import { holdOf, insertHold, lockHold, updateHold } from '#features/core/pitch/server/holdQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { presentedBefore } from '#features/planning/approval/server/queries.ts'
import type { replayCalls } from '#features/results/replay/contract.ts'

const deedOn = ({ uuid: subject, organisationId, presentationName: name }: PitchRow, reason: string) => ({
  ...{ subject, organisationId, detail: { name, reason } },
})

/** Waits for removals that have begun, so that a hold that was confirmed has lost nothing since. */
export const placeLegalHold = withPitch<typeof replayCalls.placeLegalHold>('manages', async context => {
  const { db, actor, input, now, pitch, fail } = context
  if ((await lockPitch(db, pitch.id)).deletedAt) return fail('PitchNotFound')
  await lockHold(db, pitch.id)
  if (await holdOf(db, pitch.id)) return fail('PitchStateForbids')
  const { organisationId, id: pitchId } = pitch
  await insertHold(db, { organisationId, pitchId, reason: input.reason, placedBy: actor.accountId, placedAt: now })
  await tell(context, { audit: { action: 'recording.hold', ...deedOn(pitch, input.reason) } })
  return {}
})

/** What was put off meanwhile is done by itself: the retention at its next look, purges of people at once. */
export const releaseLegalHold = withPitch<typeof replayCalls.releaseLegalHold>('manages', async context => {
  const { db, actor, input, now, pitch, enqueue, fail } = context
  const presents = pitch.userId === actor.accountId || pitch.coHosts.includes(actor.email)
  if (presents || (await presentedBefore(db, pitch, actor))) return fail('NoPermission')
  await lockHold(db, pitch.id)
  const hold = await holdOf(db, pitch.id)
  if (!hold) return fail('PitchStateForbids')
  await updateHold(db, hold.id, { releasedAt: now, releasedBy: actor.accountId, releaseReason: input.reason })
  await enqueue('purgeReleased', { pitchId: pitch.id })
  await tell(context, { audit: { action: 'recording.releaseHold', ...deedOn(pitch, input.reason) } })
  return {}
})
