import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { inviteJobs } from '#features/planning/invite/server/jobs.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { runJobs } from '#testing/runJobs.ts'
import { approvalJobs } from './feature.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())
beforeEach(() => requires(false))

const requires = async (requireApproval: boolean) => {
  await stack.db.update(organisation).set({ requireApproval })
}
const review = (uuid: string, by: PersonName = 'pitchadmin') => stack.as(by).getPitchReview({ uuid })
const statusOf = async (uuid: string) => (await review(uuid)).audit_status
const approve = (uuid: string, more = {}, by: PersonName = 'pitchadmin') => stack.as(by).approvePitch({ uuid, ...more })
const window = { audit_start_time: '00:01:30', audit_end_time: '00:45:00' }
const noticesOf = async (by: PersonName) => (await stack.as(by).getNoticeList({})).items.map(item => item.title)

describe('approvePitch', () => {
  it('[CALL-024, STATE-024, PERM-079, ENT-011] approves with the released part of the recording, and tells the team', async () => {
    const { uuid } = await stack.create('presenter', { co_host: stack.people.coHost.email })
    expect(await approve(uuid, window)).toEqual({ audit_status: 'approved', invited: 0 })
    expect(await stack.as('presenter').getPitchDetail({ uuid })).toMatchObject({
      ...window,
      ...{ attribute_status: 'approved', audit_duration: '00:43:30' },
    })
    const logged = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, uuid))
    expect(logged.find(({ action }) => action === 'pitch.approve')?.detail).toMatchObject({
      part: '00:01:30 – 00:45:00',
    })
    for (const by of ['presenter', 'coHost'] as const) {
      expect(await noticesOf(by)).toContain('Your pitch was approved')
      const mails = await stack.db.select().from(mailMessage).where(eq(mailMessage.recipient, stack.people[by].email))
      expect(mails.filter(({ kind }) => kind === 'pitchReview')).toHaveLength(1)
    }
  })

  it('[ENT-020] stands in the session of the pitch, and not for its attendees', async () => {
    const { uuid } = await stack.create('presenter', { is_public: true })
    await approve(uuid, window)
    const hms = {
      audit_start_time_hms: '00:01:30',
      audit_end_time_hms: '00:45:00',
      audit_duration_hms: '00:43:30',
    }
    expect(await stack.as('presenter').getSessionInfo({ uuid })).toMatchObject({ audit_status: 'approved', ...hms })
    const seen = await stack.as('member').getSessionInfo({ uuid })
    expect(seen).toMatchObject({ audit_status: 'none', audit_start_time_hms: '' })
    expect((await stack.as('member').getPitchDetail({ uuid })).attribute_status).toBe('none')
  })

  it.each([
    [{ audit_start_time: '00:45:01', audit_end_time: '00:45:00' }, { audit_end_time: 'endNotBeforeStart' }],
    [{ audit_start_time: '00:01:00' }, { audit_end_time: 'required' }],
    [{ audit_end_time: '00:01:00' }, { audit_start_time: 'required' }],
    [{ audit_start_time: '1:00', audit_end_time: '00:61:00' }, {}],
  ])('refuses the part %o', async (times, fields) => {
    const { uuid } = await stack.create('presenter')
    await expect(approve(uuid, times)).rejects.toMatchObject({ code: 'InputInvalid', fields })
    expect(await statusOf(uuid)).toBe('none')
  })

  it('takes a part whose end is its start', async () => {
    const { uuid } = await stack.create('presenter')
    await approve(uuid, { audit_start_time: '00:10:00', audit_end_time: '00:10:00' })
    expect(await review(uuid)).toMatchObject({ audit_duration: '00:00:00' })
  })

  it('gives one result to two reviewers at once: the same decision is done once, of two different ones the second is refused', async () => {
    const { uuid } = await stack.create('presenter')
    const seen = (await review(uuid)).version
    const same = (['pitchadmin', 'admin'] as const).map(by => approve(uuid, { seen }, by))
    expect(await outcomesOf(same)).toEqual(['done', 'done'])
    expect((await review(uuid)).decisions).toHaveLength(1)
    const next = (await review(uuid)).version
    const acts = [
      stack.as('pitchadmin').unapprovePitch({ uuid, seen: next, reason: 'Too early' }),
      stack.as('admin').setPitchPending({ uuid, seen: next, reason: 'Terms' }),
    ]
    expect(await outcomesOf(acts)).toEqual(['ReviewChanged', 'done'])
    expect((await review(uuid)).decisions).toHaveLength(2)
  })

  it('approves nothing that the reviewer did not see', async () => {
    const { uuid } = await stack.create('presenter')
    const { version: seen } = await review(uuid)
    await stack.as('presenter').updateSgCompanyInfo({ uuid, dealterms: 'Changed meanwhile' })
    expect(await outcomesOf([approve(uuid, { seen })])).toEqual(['ReviewChanged'])
    expect(await statusOf(uuid)).toBe('none')
  })

  it('is for no presenter of the pitch while another one may, and for them if nobody else may', async () => {
    const { uuid } = await stack.create('pitchadmin')
    expect(await outcomesOf([approve(uuid)])).toEqual(['OwnPitchNotApproved'])
    await approve(uuid, {}, 'admin')
    const own = await stack.create('lumenAdmin')
    await approve(own.uuid, {}, 'lumenAdmin')
    const helped = await stack.create('presenter', { co_host: stack.people.pitchadmin.email })
    expect(await outcomesOf([approve(helped.uuid)])).toEqual(['OwnPitchNotApproved'])
  })

  it('is not for who hands the pitch to another, or leaves its team, to approve it', async () => {
    const { uuid } = await stack.create('pitchadmin')
    await stack.as('pitchadmin').updatePitchUserId({ uuid, user_id: stack.people.presenter.id })
    const helped = await stack.create('presenter', { co_host: stack.people.pitchadmin.email })
    await stack.as('pitchadmin').updatePitch({ ...pitchForm(), uuid: helped.uuid, co_host: '' })
    const calls = [approve(uuid), approve(helped.uuid), approve(uuid, {}, 'admin')]
    expect(await outcomesOf(calls)).toEqual(['OwnPitchNotApproved', 'OwnPitchNotApproved', 'done'])
  })

  it('is for who presents it when the term of the only other reviewer is over, or has yet to begin', async () => {
    const { lumenPresenter, lumenAdmin } = stack.people
    const { uuid } = await stack.create('lumenAdmin')
    const other = eq(account.id, lumenPresenter.id)
    const term = (startsAt: Date | null, endsAt: Date | null) =>
      stack.db
        .update(account)
        .set({ roles: ['pitchadmin'], startsAt, endsAt })
        .where(other)
    const [before, later] = [new Date(Date.now() - 60_000), new Date(Date.now() + 86_400_000)]
    await term(null, later)
    expect(await outcomesOf([approve(uuid, {}, 'lumenAdmin')])).toEqual(['OwnPitchNotApproved'])
    for (const [startsAt, endsAt] of [[null, before] as const, [later, null] as const]) {
      await term(startsAt, endsAt)
      await approve(uuid, {}, 'lumenAdmin')
      const { organisationId } = lumenAdmin
      await stack.db.update(pitch).set({ approval: 'none' }).where(eq(pitch.organisationId, organisationId))
    }
    await stack.db
      .update(account)
      .set({ roles: ['presenter'], startsAt: null, endsAt: null })
      .where(other)
  })

  it('is for those who look after pitches, in their organization', async () => {
    const { uuid } = await stack.create('presenter')
    const calls = (['presenter', 'useradmin', 'lumenAdmin'] as const).map(by => approve(uuid, {}, by))
    expect(await outcomesOf(calls)).toEqual(['NotAllowed', 'NotAllowed', 'PitchNotFound'])
  })
})

describe('updateApprovePitch', () => {
  it('[CALL-025, STATE-025] changes the part of an approved pitch alone', async () => {
    const { uuid } = await stack.create('presenter')
    const change = (times = window) => stack.as('admin').updateApprovePitch({ uuid, ...times })
    expect(await outcomesOf([change()])).toEqual(['PitchStateForbids'])
    await approve(uuid)
    await change()
    expect(await review(uuid)).toMatchObject({ audit_status: 'approved', ...window })
    expect((await review(uuid)).decisions.map(({ action }) => action)).toEqual(['update', 'approve'])
  })
})

describe('unapprovePitch and setPitchPending', () => {
  it('[CALL-026, STATE-026, GAP-003, STATE-027] say why, to the team and in the review', async () => {
    const { uuid } = await stack.create('presenter')
    await approve(uuid)
    await stack.as('pitchadmin').unapprovePitch({ uuid, reason: 'No valuation' })
    expect(await review(uuid, 'presenter')).toMatchObject({ audit_status: 'unapproved', reason: 'No valuation' })
    await stack.as('admin').setPitchPending({ uuid, reason: 'Look again' })
    expect(await review(uuid, 'presenter')).toMatchObject({
      ...{ audit_status: 'pending', reason: 'Look again', reviewed_by: 'Ada Admin', may_review: false },
    })
    const { items } = await stack.as('presenter').getNoticeList({ content: 'valuation' })
    expect(items[0]?.content).toContain('Reason: No valuation')
    expect(await stack.actionsOn(uuid)).toEqual(expect.arrayContaining(['pitch.unapprove', 'pitch.pending']))
  })

  it('are refused without a reason', async () => {
    const { uuid } = await stack.create('presenter')
    for (const act of ['unapprovePitch', 'setPitchPending'] as const)
      for (const reason of [' ', undefined])
        await expect(
          stack.as('admin')[act]({ uuid, reason } as { uuid: string; reason: string }),
        ).rejects.toMatchObject({
          ...{ code: 'InputInvalid', fields: { reason: reason === undefined ? expect.anything() : 'required' } },
        })
    expect(await statusOf(uuid)).toBe('none')
  })
})

describe('an approval', () => {
  it('goes back to pending with a new time, text or document, and not with what nobody judged', async () => {
    const form = pitchForm()
    const { uuid } = await stack.create('presenter')
    const update = (more: object) => stack.as('presenter').updatePitch({ uuid, ...form, ...more })
    const { no_file: _, ...rest } = form
    await approve(uuid)
    await stack.as('presenter').updatePitch({ uuid, ...rest, show_question: true })
    expect(await statusOf(uuid)).toBe('approved')
    const changes = [
      ...[{ start_time: '09:00' }, { about: 'New' }, { asked_amount: '$1,000,000' }],
      { obfuscated_description: 'A maker of cranes' },
      { watermark: true },
    ]
    for (const change of changes) {
      await update(change)
      expect(await statusOf(uuid)).toBe('pending')
      await approve(uuid)
    }
    await stack.as('presenter').updateSgCompanyInfo({ uuid, highlights: 'New' })
    expect(await statusOf(uuid)).toBe('pending')
    // the reviewer sees what changed since the last decision
    const { before, now } = await review(uuid)
    expect([before?.fields['highlights'], now.fields['highlights']]).toEqual(['', 'New'])
  })

  it('stays when the pitch has begun', async () => {
    const { id, uuid } = await stack.create('presenter')
    await approve(uuid)
    await stack.take(id, 'start')
    await stack.as('presenter').updateSgCompanyInfo({ uuid, highlights: 'Live' })
    expect(await statusOf(uuid)).toBe('approved')
  })
})

describe('invitations where the organization asks for an approval', () => {
  const people = (...emails: string[]) => emails.map(email => ({ email }))
  const invited = async (id: number) => (await stack.db.select().from(attendee).where(eq(attendee.pitchId, id))).length

  it('wait for it, and go out with it', async () => {
    await requires(true)
    const made = await stack.create('presenter', { attendees_arr: people('first@x.test') })
    expect(made).toMatchObject({ waiting: 1 })
    const { id, uuid } = made
    const more = { uuid, attendees_arr: people('first@x.test', 'second@x.test') }
    expect(await stack.as('presenter').invitePitchByManuallyContacts(more)).toEqual({
      invited: 0,
      known: 1,
      suppressed: 0,
      waiting: 1,
    })
    expect(await invited(id)).toBe(0)
    await stack.as('admin').addSuppression({ kind: 'blocks', address: 'second@x.test' })
    const { items } = await stack.as('presenter').getWaitingInviteeList({ uuid })
    expect(items.map(({ email, held_by }) => [email, held_by])).toEqual([
      ['first@x.test', null],
      ['second@x.test', 'blocks'],
    ])
    expect((await stack.as('presenter').getPitchDetail({ uuid })).state).toBe('scheduled')
    await stack.as('presenter').deleteWaitingInvitee({ uuid, id: items[1]?.id ?? '' })
    expect(await approve(uuid)).toEqual({ audit_status: 'approved', invited: 1 })
    expect(await invited(id)).toBe(1)
    await stack.mailsTo('first@x.test')
    expect((await stack.as('presenter').getPitchDetail({ uuid })).state).toBe('delivered')
    expect(
      await stack.as('presenter').invitePitchByManuallyContacts({ uuid, attendees_arr: people('third@x.test') }),
    ).toEqual({
      invited: 1,
      known: 0,
      suppressed: 0,
    })
  })

  it('wait again after a change, also those that would be sent again', async () => {
    await requires(true)
    const { uuid } = await stack.create('presenter', { attendees_arr: people('again@x.test') })
    await approve(uuid)
    await stack.as('presenter').updateSgCompanyInfo({ uuid, about: 'Changed' })
    const { items } = await stack.as('presenter').getPitchAttendeeList({ uuid })
    const again = stack.as('presenter').invitePitch({ uuid, invite_ids: items.map(({ id }) => id) })
    expect(await outcomesOf([again])).toEqual(['ApprovalPending'])
  })

  it('wait again after a restoration', async () => {
    const { id, uuid } = await stack.create('presenter', { attendees_arr: people('back@x.test') })
    await stack.mailsTo('back@x.test')
    await requires(true)
    await stack.as('presenter').deletePitch({ id, uuid })
    await stack.mailsTo('back@x.test', 2)
    await stack.as('presenter').restorePitch({ uuid })
    const { items } = await stack.as('presenter').getWaitingInviteeList({ uuid })
    expect(items.map(({ email }) => email)).toEqual(['back@x.test'])
    expect(await approve(uuid)).toEqual({ audit_status: 'approved', invited: 1 })
    const mails = await stack.mailsTo('back@x.test', 3)
    expect(mails.map(({ kind }) => kind)).toEqual(['pitchInvitation', 'pitchCancellation', 'pitchInvitation'])
    expect(await invited(id)).toBe(1)
  })

  it('go out with a restoration when no approval is required any more', async () => {
    await requires(true)
    const { id, uuid } = await stack.create('presenter', { attendees_arr: people('late@x.test') })
    await stack.as('presenter').deletePitch({ id, uuid })
    await requires(false)
    await stack.as('presenter').restorePitch({ uuid })
    await stack.mailsTo('late@x.test')
    expect((await stack.as('presenter').getWaitingInviteeList({ uuid })).total).toBe(0)
  })

  it('leave once, when an approval and an invitation come at the same moment', async () => {
    await requires(true)
    const { id, uuid } = await stack.create('presenter')
    await outcomesOf([
      approve(uuid),
      stack.as('presenter').invitePitchByManuallyContacts({ uuid, attendees_arr: people('race@x.test') }),
    ])
    expect([await invited(id), (await stack.as('presenter').getWaitingInviteeList({ uuid })).total]).toEqual([1, 0])
  })

  it('do not wait where it does not ask', async () => {
    const { id } = await stack.create('presenter', { attendees_arr: people('now@x.test') })
    expect(await invited(id)).toBe(1)
  })
})

describe('a pitch of an organization that requires an approval', () => {
  const setting = (require_approval: boolean) => stack.as('admin').updateOrganisationSettings({ require_approval })
  const queued = async () =>
    (await stack.as('pitchadmin').getPitchReviewList({ audit_status: 'pending', limit: 200 })).items.map(
      ({ uuid }) => uuid,
    )
  const askedOf = async (by: PersonName, content: string) =>
    (await stack.as(by).getNoticeList({ content })).items.map(({ title }) => title)
  const told = ['A pitch is waiting for review']

  it('waits for a review from its creation on, and its reviewers are told once', async () => {
    await requires(true)
    const presentation_name = 'New arrival'
    const { uuid } = await stack.create('presenter', { presentation_name, attendees_arr: [{ email: 'w@x.test' }] })
    expect(await queued()).toContain(uuid)
    expect((await stack.as('presenter').getPitchDetail({ uuid })).attribute_status).toBe('pending')
    for (const by of ['admin', 'pitchadmin', 'superadmin'] as const) {
      expect(await askedOf(by, presentation_name)).toEqual(told)
      const mails = await stack.db.select().from(mailMessage).where(eq(mailMessage.recipient, stack.people[by].email))
      expect(mails.filter(({ subject }) => subject === `Waiting for your review: ${presentation_name}`)).toHaveLength(1)
    }
    for (const by of ['presenter', 'useradmin', 'lumenAdmin'] as const)
      expect(await askedOf(by, presentation_name)).toEqual([])
    const helped = await stack.create('presenter', {
      presentation_name: 'Twofold',
      co_host: stack.people.pitchadmin.email,
    })
    expect(await queued()).toContain(helped.uuid)
    expect([await askedOf('pitchadmin', 'Twofold'), await askedOf('admin', 'Twofold')]).toEqual([[], told])
    const own = await stack.create('admin', { presentation_name: 'Selfmade' })
    expect(await queued()).toContain(own.uuid)
    expect([await askedOf('admin', 'Selfmade'), await askedOf('pitchadmin', 'Selfmade')]).toEqual([[], told])
  })

  it('waits for none where none is required', async () => {
    const { uuid } = await stack.create('presenter')
    expect(await queued()).not.toContain(uuid)
    expect(await statusOf(uuid)).toBe('none')
  })

  it('waits for one from the moment on in which the setting is switched on, unless it has begun', async () => {
    const [open, begun, judged, elsewhere] = [
      await stack.create('presenter'),
      await stack.create('presenter'),
      await stack.create('presenter'),
      await stack.create('lumenPresenter'),
    ]
    await stack.take(begun.id, 'start')
    await approve(judged.uuid)
    await setting(true)
    expect(await statusOf(open.uuid)).toBe('pending')
    expect(await statusOf(begun.uuid)).toBe('none')
    expect(await statusOf(judged.uuid)).toBe('approved')
    expect((await review(elsewhere.uuid, 'lumenAdmin')).audit_status).toBe('none')
    expect(await noticesOf('pitchadmin')).toContain('Pitches are waiting for review')
    expect(await noticesOf('admin')).not.toContain('Pitches are waiting for review')
    // and one that is opened again
    await stack.take(begun.id, 'end', 'finish')
    await stack.as('admin').resetPitch({ uuid: begun.uuid })
    expect(await statusOf(begun.uuid)).toBe('pending')
  })

  it('sends the invitations that wait when the setting is switched off, also of a pitch that was not approved', async () => {
    await setting(true)
    const made = await stack.create('presenter', { attendees_arr: [{ email: 'held@x.test' }] })
    const refused = await stack.create('presenter', { attendees_arr: [{ email: 'refused@x.test' }] })
    await stack.as('admin').unapprovePitch({ uuid: refused.uuid, reason: 'No valuation' })
    const gone = await stack.create('presenter', { attendees_arr: [{ email: 'gone@x.test' }] })
    await stack.as('presenter').deletePitch(gone)
    await setting(false)
    await runJobs(stack, { ...inviteJobs, ...approvalJobs } as JobHandlers)
    for (const { id } of [made, refused]) expect(await stack.db.$count(attendee, eq(attendee.pitchId, id))).toBe(1)
    await stack.mailsTo('held@x.test')
    expect((await stack.as('presenter').getWaitingInviteeList({ uuid: made.uuid })).total).toBe(0)
    expect(await stack.db.$count(attendee, eq(attendee.pitchId, gone.id))).toBe(0)
  })

  it('keeps them when the setting is switched on again meanwhile', async () => {
    await setting(true)
    const { id, uuid } = await stack.create('presenter', { attendees_arr: [{ email: 'on@x.test' }] })
    await setting(false)
    await setting(true)
    await runJobs(stack, { ...inviteJobs, ...approvalJobs } as JobHandlers)
    expect(await stack.db.$count(attendee, eq(attendee.pitchId, id))).toBe(0)
    expect((await stack.as('presenter').getWaitingInviteeList({ uuid })).total).toBe(1)
  })

  it('waits for one also when it is created while the setting is switched on', async () => {
    const [before, , after] = await Promise.all([stack.create('presenter'), setting(true), stack.create('coHost')])
    for (const { uuid } of [before, after]) expect(await statusOf(uuid)).toBe('pending')
  })
})

describe('getPitchReviewList', () => {
  it('is the queue of an organization, and a presenter’s own', async () => {
    const mine = await stack.create('presenter', { presentation_name: 'In the queue' })
    await stack.create('coHost', { presentation_name: 'Of another' })
    await stack.as('admin').setPitchPending({ uuid: mine.uuid, reason: 'Look' })
    const names = async (by: PersonName, asked = {}) =>
      (await stack.as(by).getPitchReviewList({ limit: 200, ...asked })).items.map(row => row.presentation_name)
    expect(await names('pitchadmin', { audit_status: 'pending', name: 'queue' })).toEqual(['In the queue'])
    expect(await names('presenter')).toContain('In the queue')
    expect(await names('presenter')).not.toContain('Of another')
    expect(await names('lumenAdmin')).not.toContain('In the queue')
    await stack.db.update(pitch).set({ deletedAt: new Date() }).where(eq(pitch.uuid, mine.uuid))
    expect(await names('pitchadmin', { name: 'In the queue' })).toEqual([])
  })
})
