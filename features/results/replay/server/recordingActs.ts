import { hasEnded, isLockedFor, looksAfterPitches } from '#features/core/pitch/rules.ts'
import { isHeld } from '#features/core/pitch/server/holdQueries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { replayCalls } from '#features/results/replay/contract.ts'
import { KEPT_DAYS, stateOf } from '#features/results/replay/rules.ts'
import { setDeleted } from '#features/room/recording/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { lastRunOf, listRecordings, lockRecording } from './queries.ts'
import { mayAttach } from './video/pitchVideo.ts'
import { prepareAgain } from './video/prepareVideo.ts'

const DAY = 86_400_000

/** [CALL-061] */
export const getRecordingList: Handler<typeof replayCalls.getRecordingList> = async ({ db, actor, input, now }) => {
  const { items, total } = await listRecordings(db, actor, now, input)
  return {
    total,
    items: items.map(({ recording, pitch, organisation, approvedAt, ownerMay, dueAt, isHeld: is_held, ...row }) => ({
      id: recording.id,
      uuid: pitch.uuid,
      presentation_name: pitch.presentationName,
      started_time: recording.startedAt.toISOString(),
      ended_time: recording.endedAt?.toISOString() ?? null,
      ...row,
      state: stateOf({ ...recording, approvedAt }),
      is_attached: recording.isAttached,
      may_approve: looksAfterPitches(actor.roles) || ownerMay,
      restorable_until:
        recording.deletedAt && !recording.expiredAt
          ? new Date(recording.deletedAt.getTime() + KEPT_DAYS * DAY).toISOString()
          : null,
      is_held,
      due_time: dueAt && new Date(dueAt).toISOString(),
      expired_time: recording.expiredAt?.toISOString() ?? null,
      org_name: organisation,
    })),
  }
}

/** Whoever watches it gets no further segment. */
export const deleteRecording: Handler<typeof replayCalls.deleteRecording> = async context => {
  const { db, actor, input, now, fail } = context
  const found = await lockRecording(db, actor, input.id)
  if (!found || found.recording.deletedAt) return fail('RecordingNotFound')
  if (!found.recording.endedAt) return fail('PitchStateForbids')
  if (found.recording.isAttached && isLockedFor(found.pitch.isLocked, actor.roles)) return fail('PitchLocked')
  if (await isHeld(db, found.recording.pitchId)) return fail('RecordingHeld')
  await setDeleted(db, input.id, now)
  const { presentationName: name, uuid: pitch } = found.pitch
  const { organisationId } = found.recording
  await tell(context, {
    audit: { action: 'recording.delete', subject: input.id, organisationId, detail: { name, pitch } },
  })
  return {}
}

/** A recording of an earlier run is restored by those who look after pitches alone. */
export const restoreRecording: Handler<typeof replayCalls.restoreRecording> = async context => {
  const { db, actor, input, fail } = context
  const found = await lockRecording(db, actor, input.id)
  if (!found?.recording.deletedAt || found.recording.expiredAt) return fail('RecordingNotFound')
  const { pitchId, isAttached, startedAt } = found.recording
  if (isAttached && isLockedFor(found.pitch.isLocked, actor.roles)) return fail('PitchLocked')
  const later = await lastRunOf(db, pitchId)
  const isFormer = !isAttached && (!hasEnded(found.pitch.state) || (later && later.startedAt > startedAt))
  if (isFormer && !looksAfterPitches(actor.roles)) return fail('NoPermission')
  if (isAttached && !(await mayAttach(db, pitchId))) return fail('VideoAttached')
  await setDeleted(db, input.id, null)
  if (isAttached) await prepareAgain(db, input.id)
  const { presentationName: name, uuid: pitch } = found.pitch
  const { organisationId } = found.recording
  await tell(context, {
    audit: { action: 'recording.restore', subject: input.id, organisationId, detail: { name, pitch } },
  })
  return {}
}
