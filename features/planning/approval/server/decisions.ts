import { CallFailed } from '#contract/call.ts'
import { fullName } from '#contract/names.ts'
import { findAccount, findAccountsByEmail } from '#features/core/account/server/queries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { secondsOf, windowOf } from '#features/core/pitch/rules.ts'
import { type PitchRow, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { mailTo, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { approvalCalls, decisions } from '#features/planning/approval/contract.ts'
import { inviteWaiting } from '#features/planning/invite/server/waiting.ts'
import { hasUnreadySlides } from '#features/room/deck/server/queries.ts'
import type { ContextOf } from '#server/context.ts'
import { decisionMail, type ToldOf } from './emails.ts'
import { hasOtherReviewer, insertReview, presentedBefore } from './queries.ts'
import { type Snapshot, snapshotOf, versionOf } from './snapshot.ts'

type Unapprove = ContextOf<typeof approvalCalls.unapprovePitch>
interface Deciding extends Omit<Unapprove, 'input' | 'fail'> {
  readonly input: { readonly uuid: string; readonly seen?: string | undefined }
  readonly fail: (code: 'PitchNotFound' | 'ReviewChanged') => never
  readonly pitch: PitchRow
}

/**
 * The pitch as it is, locked until the commit. Fails with ReviewChanged when it is not what the reviewer saw, unless
 * another one has just decided the same (`already`).
 */
async function judged({ db, pitch: { id }, input, fail }: Deciding, already: (pitch: PitchRow) => boolean) {
  const pitch = await lockPitch(db, id)
  if (pitch.deletedAt) fail('PitchNotFound')
  const snapshot = await snapshotOf(db, pitch)
  const isSeen = input.seen === undefined || input.seen === versionOf(pitch, snapshot)
  if (!isSeen && !already(pitch)) fail('ReviewChanged')
  return { pitch, snapshot, isDone: already(pitch) }
}

/** Fails for a person who presents the pitch, or has handed it over, while another person may review it. */
async function refusePresenter({ db, actor }: Pick<Deciding, 'db' | 'actor'>, pitch: PitchRow): Promise<void> {
  const presents = pitch.userId === actor.accountId || pitch.coHosts.includes(actor.email)
  if (!presents && !(await presentedBefore(db, pitch, actor))) return
  if (await hasOtherReviewer(db, pitch, actor)) throw new CallFailed('OwnPitchNotApproved')
}

interface Released {
  readonly audit_start_time: string
  readonly audit_end_time: string
}
const columnsOf = ({ audit_start_time, audit_end_time }: Released) =>
  audit_start_time
    ? { auditStart: secondsOf(audit_start_time), auditEnd: secondsOf(audit_end_time) }
    : { auditStart: null, auditEnd: null }

const hasWindow = (pitch: PitchRow, { auditStart, auditEnd }: ReturnType<typeof columnsOf>) =>
  pitch.auditStart === auditStart && pitch.auditEnd === auditEnd

/** CALL-024. What waited for the approval goes out with it. */
export const approvePitch = withPitch<typeof approvalCalls.approvePitch>('manages', async context => {
  const { db, input, fail } = context
  const window = columnsOf(input)
  const { pitch, snapshot, isDone } = await judged(context, now => now.approval === 'approved')
  await refusePresenter(context, pitch)
  if (isDone && (input.seen !== undefined || hasWindow(pitch, window))) return { audit_status: 'approved', invited: 0 }
  // what they will show nobody has seen yet
  if (await hasUnreadySlides(db, pitch.id)) fail('SlidesNotReady')
  const after = await updatePitchRow(db, pitch.id, { approval: 'approved', ...window })
  await note(context, after, snapshot, { action: 'approve', reason: '' })
  await tellTeam(context, after, 'approved', '')
  return { audit_status: 'approved', invited: await inviteWaiting(context, after) }
})

/** CALL-025 */
export const updateApprovePitch = withPitch<typeof approvalCalls.updateApprovePitch>('manages', async context => {
  const { db, input, fail } = context
  const window = columnsOf(input)
  const { pitch, snapshot, isDone } = await judged(
    context,
    now => now.approval === 'approved' && hasWindow(now, window),
  )
  if (pitch.approval !== 'approved') fail('PitchStateForbids')
  await refusePresenter(context, pitch)
  if (isDone) return { audit_status: 'approved' }
  const after = await updatePitchRow(db, pitch.id, window)
  await note(context, after, snapshot, { action: 'update', reason: '' })
  return { audit_status: 'approved' }
})

/** CALL-026 */
export const unapprovePitch = withPitch<typeof approvalCalls.unapprovePitch>('manages', async context => {
  await decide(context, 'unapproved', 'unapprove')
  return { audit_status: 'unapproved' }
})

/** GAP-003 */
export const setPitchPending = withPitch<typeof approvalCalls.setPitchPending>('manages', async context => {
  await decide(context, 'pending', 'pending')
  return { audit_status: 'pending' }
})

async function decide(
  context: Deciding & { readonly input: { readonly reason: string } },
  approval: 'unapproved' | 'pending',
  action: (typeof decisions)[number],
) {
  const { db, input } = context
  const { pitch, snapshot, isDone } = await judged(context, now => now.approval === approval)
  if (isDone) return
  const after = await updatePitchRow(db, pitch.id, { approval })
  await note(context, after, snapshot, { action, reason: input.reason })
  await tellTeam(context, after, approval, input.reason)
}

interface Decision {
  readonly action: (typeof decisions)[number]
  readonly reason: string
}

/** Keeps the decision with what the reviewer saw, for the next one and for the audit log. */
async function note(context: Deciding, pitch: PitchRow, snapshot: Snapshot, { action, reason }: Decision) {
  const { db, actor, now } = context
  const { id: pitchId, organisationId, presentationName: name } = pitch
  const { audit_start_time: start, audit_end_time: end } = windowOf(pitch)
  await insertReview(db, { pitchId, organisationId, action, reason, snapshot, accountId: actor.accountId, at: now })
  const detail = { name, reason, ...(start && { part: `${start} – ${end}` }) }
  await tell(context, { audit: { action: actionOf[action], subject: pitch.uuid, organisationId, detail } })
}
const actionOf = {
  approve: 'pitch.approve',
  update: 'pitch.updateApprove',
  unapprove: 'pitch.unapprove',
  pending: 'pitch.pending',
} as const

const kinds = { approved: 'pitchApproved', unapproved: 'pitchUnapproved', pending: 'pitchPending' } as const

/** Tells the owner and the co-hosts, each in their language, but not the person who decided. */
async function tellTeam(context: Deciding, pitch: PitchRow, decision: ToldOf, reason: string): Promise<void> {
  const { db, actor, frame } = context
  const { presentationName: title, id: pitchId } = pitch
  const coHosts = await findAccountsByEmail(db, pitch.coHosts)
  const team = [await findAccount(db, pitch.userId), ...coHosts].filter(({ id }) => id !== actor.accountId)
  const params = { title, pitchId, reason }
  await tell(context, {
    notice: { accountIds: team.map(({ id }) => id), kind: kinds[decision], params, by: actor.accountId },
  })
  const url = `${frame.settings.publicUrl}/pitches/view/${pitchId}`
  for (const person of team) {
    const name = fullName(person)
    await queueMail(context, {
      ...decisionMail(decision, person.language, { name, title, reason, url }),
      ...mailTo(person),
      key: `pitchReview:${pitch.uuid}:${pitch.updatedAt.getTime()}:${person.id}`,
      kind: 'pitchReview',
      organisationId: pitch.organisationId,
    })
  }
}
