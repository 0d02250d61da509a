import { randomUUID } from 'node:crypto'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { companyToChoose, lockCompanyToChoose } from '#features/core/company/server/choosing.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { forgetAnswers } from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isBeforeStart, looksAfterPitches } from '#features/core/pitch/rules.ts'
import { ownerEmail, type PitchRow, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { openRehearsalOf } from '#features/core/pitch/server/rehearsalQueries.ts'
import { moveValidity, withdrawPitchMails } from '#features/notify/mail/server/withdrawing.ts'
import { mailInvited, mailStaff } from '#features/planning/invite/server/inviting.ts'
import { prolongLinks } from '#features/planning/invite/server/linkQueries.ts'
import { linkExpiry } from '#features/planning/invite/server/links.ts'
import { peopleByEmail } from '#features/planning/invite/server/queries.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { lockWaiting } from '#features/planning/send/server/queries.ts'
import { moveReminders } from '#features/planning/send/server/reminders.ts'
import { setGuestMode } from '#features/room/guest/server/setGuestMode.ts'
import { type Context, type ContextOf, prepares } from '#server/context.ts'
import { type MayRefuse, type Occasion, raise } from '#server/occasions.ts'
import { checkForm, columnsOf } from './form.ts'
import { checkSeries } from './naming.ts'
import { auditSpotlight, lockUnlocked } from './pitchLocks.ts'
import { type Copies, copyFiles, refuseNaming, takeFields, takenFiles } from './takeOver.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A pitch is about to have another currency or series; a hearer refuses while amounts are committed to it. */
    pitchTermsChange: Occasion<Pick<Context, 'db'> & MayRefuse<'PitchHasCommitments'>, PitchRow>
  }
}

type Call = typeof planCalls.updatePitch
type UpdatePitch = ContextOf<Call>

/**
 * CALL-226: until the room opens. Attendees get an email of a new time, with a calendar entry that moves the old one.
 */
export const updatePitch = prepares<Call, Copies>(
  async ({ frame, actor, input }) => {
    const pitch = input.company_id ? await managedPitch(frame.db, actor, input.uuid) : undefined
    if (!pitch || !input.company_id || input.company_id === pitch.companyId) return {}
    const company = await companyToChoose(frame.db, actor, input.company_id, pitch)
    return company ? copyFiles(frame, company, pitch.uuid, takenFiles) : {}
  },
  (context, copies) => withPitch<Call>('manages', one => changePitch(one, copies))(context),
)

async function changePitch(context: UpdatePitch & { readonly pitch: PitchRow }, copies: Copies) {
  const { input, actor, db, now, fail } = context
  const before = await lockUnlocked(context)
  if (!isBeforeStart(before.state)) fail('PitchStateForbids')
  const { spotlight = before.spotlight } = input
  if (spotlight !== before.spotlight && !looksAfterPitches(actor.roles)) fail('NoPermission')
  const owner = await ownerEmail(db, before)
  checkForm(input, owner, now, before.startsAt)

  const columns = columnsOf(input)
  if (columns.currency !== before.currency || columns.seriesId !== before.seriesId)
    await raise(context, 'pitchTermsChange', before)
  const { seriesId, currency } = columns
  await checkSeries(db, actor, { seriesId, currency, organisationId: before.organisationId }, before)
  const moved = isMoved(before, columns)
  const left = formerStaff(before, { coHosts: input.co_host, moderators: input.moderator }, owner)
  const send = await lockWaiting(db, before.id)
  if (send && send.sendAt >= columns.startsAt) fail('StartBeforeSend', { start_time: 'startBeforeSend' })
  const changes = {
    ...columns,
    ...(await companyColumns(context, before, copies)),
    presentationName: input.presentation_name ?? input.name ?? before.presentationName,
    // calendars move or remove their entry only by a higher number, and take a removed one in again by one higher still
    calendarSequence: before.calendarSequence + (left.length > 0 ? 2 : moved ? 1 : 0),
  }
  refuseNaming({ ...before, ...changes })
  const after = await updatePitchRow(db, before.id, changes)
  if (input.show_names !== undefined) await setGuestMode(context, after, !input.show_names)
  if (after.spotlight !== before.spotlight) await auditSpotlight(context, after)
  await notifyPeople(context, before, after, owner, moved)
  return {}
}

/**
 * Another company brings its files, which take the place of the previous one's; without one, what was taken over stays.
 */
async function companyColumns(context: UpdatePitch, before: PitchRow, copies: Copies) {
  const { company_id: id } = context.input
  if (id === undefined || id === (before.companyId ?? '')) return {}
  if (id === '') return { companyId: null, companyFiles: null }
  const company = await lockCompanyToChoose(context.db, context.actor, id, before)
  return takeFields(context, before, company, copies, takenFiles)
}

/** [RULE-059] Another time, or the same time in another zone: calendars need to know of both. */
const isMoved = (before: PitchRow, { startsAt, endsAt, startZone }: ReturnType<typeof columnsOf>): boolean =>
  before.startsAt.getTime() !== startsAt.getTime() ||
  before.endsAt.getTime() !== endsAt.getTime() ||
  before.startZone !== startZone

async function notifyPeople(context: UpdatePitch, before: PitchRow, after: PitchRow, owner: string, moved: boolean) {
  const { db, now } = context
  const staff = new Set([owner, ...before.coHosts, ...before.moderators])
  const appointed = new Set([...after.coHosts, ...after.moderators].filter(email => !staff.has(email)))
  await mailStaff(context, after, owner, 'appointment', appointed)
  await mailFormerStaff(context, before, after, owner)
  await disconnectFormerStaff(context, after, [...staff])
  await auditTeam(context, before, after)
  // attendees who came without an invitation have to be invited from now on
  if (before.isPublic && !after.isPublic)
    context.afterCommit(() => context.frame.rooms.disconnect({ attendeesOf: after.id }))
  if (!moved) return
  // the update asks again
  if (before.startsAt.getTime() !== after.startsAt.getTime()) await forgetAnswers(db, after.id)
  await moveReminders(context, after)
  await moveValidity(db, after.id, after.endsAt)
  await prolongLinks(db, after.id, linkExpiry(after, now), now)
  await mailInvited(context, after, 'update')
  await mailStaff(context, after, owner, 'update', staff)
}

/** Notifies removed co-hosts and moderators, and removes their calendar entries. */
async function mailFormerStaff({ db, enqueue }: UpdatePitch, before: PitchRow, after: PitchRow, owner: string) {
  const people = formerStaff(before, after, owner)
  if (people.length === 0) return
  await withdrawPitchMails(
    db,
    after.id,
    'team',
    people.map(({ email }) => email),
  )
  const removal = { batch: randomUUID(), sequence: before.calendarSequence + 1 }
  await enqueue('mailStaff', { pitchId: after.id, mail: 'removal', people, ...removal })
}

type Team = Pick<PitchRow, 'coHosts' | 'moderators'>

/** Co-hosts and moderators who leave the team, with the part that they had. */
function formerStaff(before: Team, after: Team, owner: string) {
  const team = new Set([owner, ...after.coHosts, ...after.moderators])
  const partOf = { coHosts: 'coHost', moderators: 'moderator' } as const
  return (['coHosts', 'moderators'] as const).flatMap(list =>
    before[list].filter(email => !team.has(email)).map(email => ({ email, part: partOf[list] })),
  )
}

/** Notes who joined and left the team that runs a pitch. */
async function auditTeam(context: UpdatePitch, before: PitchRow, after: PitchRow) {
  const [old, now] = [before, after].map(one => [...one.coHosts, ...one.moderators]) as [string[], string[]]
  const people = await peopleByEmail(context.db, after, [...new Set([...old, ...now])])
  const idsOf = (emails: readonly string[]) => emails.flatMap(email => people.get(email)?.id ?? [])
  const parts = (['coHosts', 'moderators'] as const).filter(part => before[part].join() !== after[part].join())
  if (parts.length === 0) return
  await writeAudit(context, {
    action: 'pitch.team',
    subject: after.uuid,
    organisationId: after.organisationId,
    detail: {
      removed: idsOf(old.filter(email => !now.includes(email))),
      ...Object.fromEntries(parts.map(part => [part, idsOf(after[part])])),
    },
  })
}

/** Former co-hosts and moderators must not stay connected with the rights of their part. */
async function disconnectFormerStaff(
  { db, frame, afterCommit }: UpdatePitch,
  after: PitchRow,
  before: readonly string[],
) {
  const gone = before.filter(email => !after.coHosts.includes(email) && !after.moderators.includes(email))
  const people = await peopleByEmail(db, after, gone)
  const rehearsal = await openRehearsalOf(db, after.id)
  afterCommit(() => {
    for (const email of gone) {
      const person = people.get(email)
      if (!person || person.id === after.userId) continue
      for (const room of rehearsal ? [after, rehearsal] : [after])
        frame.rooms.disconnect({ accountId: person.id, pitchId: room.id })
    }
  })
}
