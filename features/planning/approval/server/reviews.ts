import type { z } from 'zod'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { looksAfterPitches, windowOf } from '#features/core/pitch/rules.ts'
import type { approvalCalls, Reviewed } from '#features/planning/approval/contract.ts'
import type { Handler } from '#server/context.ts'
import { decisionsOf, findReviewed, listReviewed, type ReviewedRow } from './queries.ts'
import { type Snapshot, snapshotOf, versionOf } from './snapshot.ts'

export const getPitchReviewList: Handler<typeof approvalCalls.getPitchReviewList> = async ({ db, actor, input }) => {
  const { items, total } = await listReviewed(db, actor, input)
  return { items: items.map(itemOf), total }
}

export const getPitchReview = withPitch<typeof approvalCalls.getPitchReview>('manages', async context => {
  const { db, actor, pitch, fail } = context
  const row = (await findReviewed(db, pitch.id)) ?? fail('PitchNotFound')
  const made = await decisionsOf(db, pitch.id)
  const now = await snapshotOf(db, row.pitch)
  const [last] = made
  return {
    ...itemOf(row),
    ...windowOf(row.pitch),
    version: versionOf(row.pitch, now),
    may_review: looksAfterPitches(actor.roles),
    now: shownOf(now),
    before: last ? shownOf(last.review.snapshot) : null,
    decisions: made.map(({ review: { id, action, reason, at }, by }) => ({
      id,
      action,
      reason,
      by,
      at: at.toISOString(),
    })),
  }
})

const shownOf = ({ fields, slides }: Snapshot) => ({
  fields,
  slides: slides.map(({ key, text }) => ({ key, text, url: `/decks/${key}/medium` })),
})

const itemOf = ({ pitch, orgName, waiting, reason, at, by }: ReviewedRow): z.input<typeof Reviewed> => ({
  id: pitch.id,
  uuid: pitch.uuid,
  presentation_name: pitch.presentationName,
  presenter_name: pitch.presenterName,
  company_name: pitch.companyName,
  start_date_raw: pitch.startsAt.toISOString(),
  state: pitch.state,
  audit_status: pitch.approval,
  updated_time: pitch.updatedAt.toISOString(),
  reviewed_by: at ? by : '',
  reviewed_time: at ? new Date(at).toISOString() : null,
  reason,
  org_name: orgName,
  waiting,
})
