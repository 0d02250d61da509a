import { callers } from '#contract/declare.ts'
import { fullName } from '#contract/names.ts'
import { type AccountRow, activeWithRoles, findAccount } from '#features/core/account/server/queries.ts'
import { awaitsApproval, beginReview, beginReviews } from '#features/core/pitch/server/approvalQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { type MailContext, mailTo, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { inviteWaiting } from '#features/planning/invite/server/waiting.ts'
import { rightNow } from '#server/clock.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { requestMail } from './emails.ts'
import { unapprovedIds } from './queries.ts'

type Asking = MailContext & { readonly actor: Pick<Actor, 'accountId'> }

/**
 * Where its organization requires an approval, a pitch that nobody has reviewed waits for a review from now on, and the
 * reviewers who do not present it get a notice and an email.
 */
export async function askForReview(context: Asking, pitch: PitchRow): Promise<void> {
  const { db, frame, actor } = context
  const asked = await beginReview(db, pitch)
  if (!asked) return
  const { uuid, presentationName: title, presenterName: presenter, organisationId, coHosts, userId } = asked
  const ids = await activeWithRoles(db, organisationId, callers.pitchAdmins)
  const reviewers: AccountRow[] = []
  for (const id of ids) {
    const person = await findAccount(db, id)
    if (id !== actor.accountId && id !== userId && !coHosts.includes(person.email)) reviewers.push(person)
  }
  const accountIds = reviewers.map(({ id }) => id)
  await createNotice(db, { accountIds, kind: 'reviewAsked', params: { title, pitchUuid: uuid } })
  const url = `${frame.settings.publicUrl}/pitches/validation?pitch=${uuid}`
  for (const person of reviewers)
    await queueMail(context, {
      ...requestMail(person.language, { name: fullName(person), title, presenter, url }),
      ...mailTo(person),
      key: `reviewAsked:${uuid}:${person.id}`,
      kind: 'pitchReview',
      organisationId,
    })
}

/** An organization requires approvals from now on: its pitches that have not begun wait for a review. */
export async function askForReviews({ db, actor }: Asking, organisationId: string): Promise<void> {
  const count = await beginReviews(db, organisationId)
  if (count === 0) return
  const accountIds = await activeWithRoles(db, organisationId, callers.pitchAdmins)
  await createNotice(db, { accountIds, kind: 'reviewsAsked', params: { count }, by: actor.accountId })
}

/**
 * Sends the invitations that still wait, in an organization that no longer requires approvals. Each pitch is locked
 * first, so that what an invitation at the same moment makes wait goes out as well.
 */
export async function releaseInvitations(
  frame: Frame,
  { organisationId, language }: { readonly organisationId: string; readonly language: Actor['language'] },
): Promise<void> {
  const release = (id: number) =>
    frame.db.transaction(async db => {
      const pitch = await lockPitch(db, id)
      if (pitch.deletedAt || (await awaitsApproval(db, pitch))) return
      const enqueue: MailContext['enqueue'] = (...job) => addJob(db, ...job)
      await inviteWaiting({ db, now: rightNow(), frame, enqueue, actor: { language } }, pitch)
    })
  const failures: unknown[] = []
  for (const id of await unapprovedIds(frame.db, organisationId))
    await release(id).catch(failure => void failures.push(failure))
  // the job runs again for these alone: of the others no invitation waits any more
  if (failures.length > 0) throw failures[0]
}
