import type { z } from 'zod'
import { formatMoney } from '#contract/money.ts'
import { staffPart } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import { ownAttention } from '#features/results/attention/server/attention.ts'
import { mayCommit } from '#features/results/commitment/server/mayCommit.ts'
import type { DashboardPitch, dashboardCalls } from '#features/results/dashboard/contract.ts'
import { watchedBy } from '#features/results/replay/server/watchRule.ts'
import type { Handler } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { countAside, listAside, listAttended, putAside, type ShownPitch, shownPitch, takeBack } from './queries.ts'

/** CALL-006 */
export const getAllUpcomingPitches: Handler<typeof dashboardCalls.getAllUpcomingPitches> = async context => {
  const { items, total } = await listAttended(context.db, context.actor, context.input)
  return { items: items.map(row => itemOf(row, context.actor)), total }
}

/** CALL-012 */
export const getNotInterestedInPitchList: Handler<
  typeof dashboardCalls.getNotInterestedInPitchList
> = async context => {
  const { items, total } = await listAside(context.db, context.actor, context.input)
  return {
    items: items.map(row => ({
      ...itemOf(row, context.actor),
      by: byOf(row) ?? 'aside',
      aside_time: row.asideAt.toISOString(),
    })),
    total,
  }
}

/** The feedback wins: while it stays, taking back what was put aside would not bring the pitch back. */
const byOf = ({ isPutAside, choice }: ShownPitch) =>
  choice === 'dislike' ? ('dislike' as const) : isPutAside ? ('aside' as const) : null

export const createNotInterestedInPitch = withPitch<typeof dashboardCalls.createNotInterestedInPitch>(
  'shown',
  async ({ db, actor, pitch, part, fail }) => {
    if (part !== 'attendee') return fail('NoPermission')
    if (!isBeforeStart(pitch.state)) return fail('PitchStateForbids')
    await putAside(db, pitch.id, actor.accountId)
    return {}
  },
)

/** CALL-023 */
export const deleteNotInterestedInPitch = withPitch<typeof dashboardCalls.deleteNotInterestedInPitch>(
  'shown',
  async ({ db, actor, pitch }) => {
    await takeBack(db, pitch.id, actor.accountId)
    return {}
  },
)

export const getDashboardPitch = withPitch<typeof dashboardCalls.getDashboardPitch>('shown', async context => {
  const { db, actor, now, pitch, part, gap, fail } = context
  const row = (await shownPitch(db, actor, pitch.id)) ?? fail('PitchNotFound')
  const nothing = { reading: 0, live: 0, replay: 0 }
  return {
    ...itemOf(row, actor),
    put_aside: byOf(row),
    accreditation_gap: gap ?? '',
    is_watchable: !gap && (await watchedBy(db, context)) !== undefined,
    may_commit: !gap && row.committedMinor === null && (await mayCommit(db, context, now)),
    attention: part === 'attendee' ? await ownAttention(context, pitch) : nothing,
  }
})

export const getNotInterestedCount = withPitch<typeof dashboardCalls.getNotInterestedCount>(
  'manages',
  async ({ db, pitch }) => ({ count: await countAside(db, pitch.id) }),
)

function attendsBy(row: ShownPitch, actor: Actor): z.input<typeof DashboardPitch>['attends_by'] {
  if (staffPart(actor, row)) return null
  if (row.isInvited) return 'invitation'
  return row.isPublic && !row.isPartners && row.organisationId === actor.organisationId ? 'organization' : null
}

const itemOf = (row: ShownPitch, actor: Actor): z.input<typeof DashboardPitch> => ({
  uuid: row.uuid,
  presentation_name: row.presentationName,
  presenter_name: row.presenterName,
  company_name: row.companyName,
  company_logo: row.companyLogo,
  product_type: row.productType,
  summary: row.summary,
  start_date_raw: row.startsAt.toISOString(),
  start_zone: row.startZone,
  end_date_raw: row.endsAt.toISOString(),
  state: row.state,
  spotlight: row.spotlight,
  attends_by: attendsBy(row, actor),
  asked_amount: row.askedMinor === null ? '' : formatMoney(row.askedMinor, row.currency),
  commit_until: row.commitUntil?.toISOString() ?? null,
  money_amount:
    row.committedMinor === null ? '' : formatMoney(row.committedMinor, row.committedCurrency ?? row.currency),
  select: row.choice,
  may_put_aside: !staffPart(actor, row) && isBeforeStart(row.state) && !row.isPutAside,
})
