import { activeWithRoles, findAccountsByEmail } from '#features/core/account/server/queries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { looksAfterPitches } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { mailInvited } from '#features/planning/invite/server/inviting.ts'
import type { replayCalls } from '#features/results/replay/contract.ts'
import { roomMessage } from '#features/talk/chat/server/reportQueries.ts'
import type { ContextOf } from '#server/context.ts'
import { clockText } from '../rules.ts'
import {
  addHidden,
  addMute,
  decisionOf,
  lockToDecide,
  removeHidden,
  removeMute,
  storeDecision,
} from './decisionQueries.ts'
import { recordingOf } from './queries.ts'
import { mayApprove } from './whoApproves.ts'

interface Deciding extends Pick<ContextOf<typeof replayCalls.unapproveRecording>, 'db'> {
  readonly input: { readonly id?: string | undefined }
  readonly fail: (code: 'RecordingNotFound' | 'PitchStateForbids') => never
  readonly pitch: PitchRow
}

/** The recording of the pitch that is meant, whole and locked, and what was decided of it until now. */
async function decided({ db, input, pitch, fail }: Deciding) {
  const found = await recordingOf(db, pitch.id, input.id)
  if (!found || !(await lockToDecide(db, found.id))) return fail('RecordingNotFound')
  if (!found.readyAt) return fail('PitchStateForbids')
  return { id: found.id, before: await decisionOf(db, found.id) }
}

const deedOf = ({ uuid: pitch, organisationId, presentationName: name }: PitchRow, subject: string, more = {}) => ({
  ...{ subject, organisationId, detail: { name, pitch, ...more } },
})

/** [GAP-008] Whoever may attend the pitch may watch it from now on. They are mailed once, however often it is approved. */
export const approveRecording = withPitch<typeof replayCalls.approveRecording>('manages', async context => {
  const { db, actor, now, pitch, fail } = context
  if (!(await mayApprove(db, actor, context))) return fail('NoPermission')
  const { id, before } = await decided(context)
  if (before?.review === 'no pass') return fail('RecordingNotPassed')
  if (before?.approvedAt) return {}
  await storeDecision(db, id, { approvedAt: now, toldAt: before?.toldAt ?? now })
  const coHosts = await findAccountsByEmail(db, pitch.coHosts)
  // pitch admins are told of what was approved without them
  const admins = looksAfterPitches(actor.roles)
    ? []
    : await activeWithRoles(db, pitch.organisationId, ['admin', 'pitchadmin'])
  const team = new Set([pitch.userId, ...coHosts.map(person => person.id), ...admins])
  team.delete(actor.accountId)
  await tell(context, {
    audit: { action: 'recording.approve', ...deedOf(pitch, id) },
    notice: {
      accountIds: [...team],
      kind: 'recordingApproved',
      params: { title: pitch.presentationName, pitchUuid: pitch.uuid },
      by: actor.accountId,
    },
  })
  if (!before?.toldAt) await mailInvited(context, pitch, 'recording')
  return {}
})

/** Takes an approved recording back, at once also from whoever is watching it. */
export const unapproveRecording = withPitch<typeof replayCalls.unapproveRecording>('manages', async context => {
  const { db, actor, pitch, fail } = context
  if (!(await mayApprove(db, actor, context))) return fail('NoPermission')
  const { id, before } = await decided(context)
  if (!before?.approvedAt) return {}
  await storeDecision(db, id, { approvedAt: null })
  await tell(context, { audit: { action: 'recording.unapprove', ...deedOf(pitch, id) } })
  return {}
})

/** [GAP-007] An opinion, which is shown beside the recording. One that does not pass is taken back as well. */
export const reviewRecording = withPitch<typeof replayCalls.reviewRecording>('manages', async context => {
  const { db, input, now, pitch } = context
  const { result: review, reason } = input
  const { id, before } = await decided(context)
  if ((before?.review ?? 'unreviewed') === review && (before?.reason ?? '') === reason) return {}
  const takesBack = review === 'no pass' && before?.approvedAt
  await storeDecision(db, id, { review, reason, reviewedAt: now, ...(takesBack && { approvedAt: null }) })
  await tell(context, { audit: { action: 'recording.review', ...deedOf(pitch, id, { result: review, reason }) } })
  if (takesBack) await tell(context, { audit: { action: 'recording.unapprove', ...deedOf(pitch, id) } })
  return {}
})

/** [RULE-061] Counts from the next segment on, also for attendees who are watching. */
export const releaseRecordingPart = withPitch<typeof replayCalls.releaseRecordingPart>('manages', async context => {
  const { db, input, pitch } = context
  const { from, to } = input
  const { id, before } = await decided(context)
  if (before?.releasedFrom === from && before.releasedTo === to) return {}
  await storeDecision(db, id, { releasedFrom: from, releasedTo: to })
  await tell(context, {
    audit: { action: 'recording.release', ...deedOf(pitch, id, { part: `${clockText(from)} – ${clockText(to)}` }) },
  })
  return {}
})

export const clearRecordingPart = withPitch<typeof replayCalls.clearRecordingPart>('manages', async context => {
  const { db, pitch } = context
  const { id, before } = await decided(context)
  if (typeof before?.releasedFrom !== 'number') return {}
  await storeDecision(db, id, { releasedFrom: null, releasedTo: null })
  await tell(context, { audit: { action: 'recording.releaseAll', ...deedOf(pitch, id) } })
  return {}
})

/** Changes what is muted, and notes it if that was a change. */
const muting = (change: typeof addMute, action: 'recording.mute' | 'recording.unmute') =>
  withPitch<typeof replayCalls.unmuteRecording>('manages', async context => {
    const { db, input, pitch } = context
    const { from, to } = input
    const { id } = await decided(context)
    if (!(await change(db, id, { from, to }))) return {}
    await tell(context, {
      audit: { action, ...deedOf(pitch, id, { part: `${clockText(from)} – ${clockText(to)}` }) },
    })
    return {}
  })

/** Changes whether attendees see a message of the pitch's chat, and notes it if that was a change. */
const hiding = (change: typeof addHidden, action: 'recording.hide' | 'recording.show') =>
  withPitch<typeof replayCalls.hideRecordingMessage>('manages', async context => {
    const { db, input, pitch, fail } = context
    const { id } = await decided(context)
    const message = await roomMessage(db, pitch.id, input.message_id)
    if (!message) return fail('MessageNotFound')
    if (!(await change(db, id, input.message_id))) return {}
    // neither the words nor the name, which the author may have removed
    const { fromPart, sentAt } = message
    const more = { message: input.message_id, author: fromPart ?? 'attendee', sent: sentAt.toISOString() }
    await tell(context, { audit: { action, ...deedOf(pitch, id, more) } })
    return {}
  })

export const hideRecordingMessage = hiding(addHidden, 'recording.hide')
export const showRecordingMessage = hiding(removeHidden, 'recording.show')

export const muteRecording = muting(addMute, 'recording.mute')
export const unmuteRecording = muting(removeMute, 'recording.unmute')
