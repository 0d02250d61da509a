import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { feedback } from '#features/results/feedback/server/tables.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { seedAttendee, seedPitch } from '#testing/startRooms.ts'
import { notInterested } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const listed = async (who: PersonName, input: { name?: string; ended?: boolean; spotlight?: boolean } = {}) =>
  (await stack.as(who).getAllUpcomingPitches({ limit: 200, ...input })).items
const uuidsOf = async (...asked: Parameters<typeof listed>) => (await listed(...asked)).map(({ uuid }) => uuid)
const asideOf = async (who: PersonName) => (await stack.as(who).getNotInterestedInPitchList({})).items
const countOf = async (uuid: string) => (await stack.as('presenter').getNotInterestedCount({ uuid })).count

/** A pitch to which the investor is invited. */
async function invited(more: Partial<typeof pitch.$inferInsert> = {}) {
  const made = await seedPitch(stack, more)
  const { attendeeId } = await seedAttendee(stack, made, stack.people.investor)
  await stack.db.update(attendee).set({ invitedAt: new Date() }).where(eq(attendee.id, attendeeId))
  return { ...made, attendeeId }
}

describe('getAllUpcomingPitches', () => {
  it('[CALL-006, PROD-032] has what the person is invited to and what is public in their organization, and nothing else', async () => {
    const mine = await invited()
    const open = await seedPitch(stack, { isPublic: true })
    const private_ = await seedPitch(stack)
    const elsewhere = await seedPitch(stack, { owner: 'lumenPresenter', isPublic: true })
    const gone = await invited({ deletedAt: new Date() })
    const draft = await invited({ state: 'draft' })
    const removed = await invited()
    await stack.db.update(attendee).set({ removedAt: new Date() }).where(eq(attendee.id, removed.attendeeId))
    const disabled = await invited({ isPublic: true })
    await stack.db.update(attendee).set({ disabledAt: new Date() }).where(eq(attendee.id, disabled.attendeeId))
    const rehearsal = await seedPitch(stack, { isPublic: true, state: 'inProgress', rehearsalOf: open.id })
    const found = await listed('investor')
    const uuids = found.map(({ uuid }) => uuid)
    expect(found.find(({ uuid }) => uuid === mine.uuid)).toMatchObject({ attends_by: 'invitation', spotlight: false })
    expect(found.find(({ uuid }) => uuid === open.uuid)).toMatchObject({ attends_by: 'organization' })
    for (const other of [private_, elsewhere, gone, draft, removed, disabled, rehearsal])
      expect(uuids).not.toContain(other.uuid)
    // the people who present it have it in their own lists
    expect(await uuidsOf('presenter')).not.toContain(open.uuid)
    expect(await uuidsOf('lumenInvestor')).toEqual([elsewhere.uuid])
  })

  it('[CALL-006] tells those ahead, live ones first, from those that have ended, and sorts and searches', async () => {
    const later = await invited({ presentationName: 'Zeta later', startsAt: new Date(Date.now() + 9e7) })
    const live = await invited({ presentationName: 'Zeta live', state: 'inProgress' })
    const over = await invited({ presentationName: 'Zeta over', state: 'over' })
    const passed = await invited({ presentationName: 'Zeta passed', endsAt: new Date(Date.now() - 1000) })
    expect(await uuidsOf('investor', { name: 'zeta' })).toEqual([live.uuid, later.uuid])
    expect(new Set(await uuidsOf('investor', { name: 'zeta', ended: true }))).toEqual(new Set([over.uuid, passed.uuid]))
    expect(await uuidsOf('investor', { name: 'no such pitch' })).toEqual([])
    const { items, total } = await stack
      .as('investor')
      .getAllUpcomingPitches({ name: 'zeta', sort: 'name', order: 'desc', limit: 1 })
    // a live one comes first, whatever the order
    expect([items[0]?.uuid, total]).toEqual([live.uuid, 2])
  })

  it('[PROD-032, ENT-059] knows an undisclosed company by its other name alone, also in a search', async () => {
    const hidden = { companyName: 'Quillon Inc', obfuscatedCompanyName: 'Project Quay', about: 'Quillon makes ink.' }
    const more = { ...hidden, obfuscatedDescription: 'It makes something.', companyLogo: 'pictures/x.webp' }
    const forTeam = await invited({ ...more, companyDisclosure: 'team' })
    const forInvited = await invited({ ...more, companyDisclosure: 'invited' })
    const open = await seedPitch(stack, { ...more, companyDisclosure: 'invited', isPublic: true })
    const shown = new Map((await listed('investor')).map(item => [item.uuid, item]))
    const instead = { company_name: 'Project Quay', summary: 'It makes something.', company_logo: '' }
    expect(shown.get(forTeam.uuid)).toMatchObject(instead)
    expect(shown.get(open.uuid)).toMatchObject(instead)
    expect(shown.get(forInvited.uuid)).toMatchObject({ company_name: 'Quillon Inc', summary: 'Quillon makes ink.' })
    expect(await uuidsOf('investor', { name: 'quillon' })).toEqual([forInvited.uuid])
    expect(new Set(await uuidsOf('investor', { name: 'quay' }))).toEqual(new Set([forTeam.uuid, open.uuid]))
    // the same as the page of one says, for everyone
    for (const who of ['investor', 'pitchadmin', 'presenter'] as const)
      for (const { uuid } of [forTeam, open]) {
        const { company_name } = await stack.as(who).getPitchDetail({ uuid })
        expect(await stack.as(who).getDashboardPitch({ uuid })).toMatchObject({ company_name })
      }
  })
})

describe('the spotlight', () => {
  it('[SCREEN-024] is set by those who look after pitches, in the list and in the form', async () => {
    const { uuid } = await stack.create('presenter', { is_public: true })
    const { no_file: _no, ...form } = pitchForm({ is_public: true })
    const isLit = async () => (await uuidsOf('investor', { spotlight: true })).includes(uuid)
    expect(await isLit()).toBe(false)
    await expect(stack.as('presenter').updatePitchSpotlight({ uuid, spotlight: true })).rejects.toThrow('NotAllowed')
    await expect(stack.as('lumenAdmin').updatePitchSpotlight({ uuid, spotlight: true })).rejects.toThrow(
      'PitchNotFound',
    )
    await expect(stack.as('presenter').updatePitch({ uuid, ...form, spotlight: true })).rejects.toThrow('NoPermission')
    await expect(stack.create('presenter', { spotlight: true })).rejects.toThrow('NoPermission')
    await stack.as('pitchadmin').updatePitchSpotlight({ uuid, spotlight: true })
    expect(await isLit()).toBe(true)
    // a presenter's form leaves it as it is
    await stack.as('presenter').updatePitch({ uuid, ...form })
    expect(await isLit()).toBe(true)
    await stack.as('admin').updatePitch({ uuid, ...form, spotlight: false })
    expect(await isLit()).toBe(false)
    const noted = async (of: string) =>
      (await stack.actionsOn(of)).filter(action => action.startsWith('pitch.spotlight'))
    expect((await noted(uuid)).sort()).toEqual(['pitch.spotlight', 'pitch.spotlightOff'])
    const lit = await stack.create('pitchadmin', { spotlight: true })
    expect(await noted(lit.uuid)).toEqual(['pitch.spotlight'])
  })

  it('and the transcript survive a copy, and a draft that a pitch admin has written in', async () => {
    const { uuid } = await stack.create('presenter', { mp4_to_text_flag: false })
    await stack.as('pitchadmin').updatePitchSpotlight({ uuid, spotlight: true })
    const own = await stack.as('presenter').copyPitch({ uuid })
    expect(await stack.as('presenter').getPitchDraftForPresenter({ id: own.id })).toMatchObject({
      ...{ spotlight: false, mp4_to_text_flag: false },
    })
    const theirs = await stack.as('pitchadmin').copyPitch({ uuid })
    expect(await stack.as('pitchadmin').getPitchDraftForPresenter({ id: theirs.id })).toMatchObject({ spotlight: true })
    const draft = await stack.as('presenter').createPitchDraftByPresenter({ ...pitchForm(), spotlight: true })
    const read = async () => (await stack.as('presenter').getPitchDraftForPresenter({ id: draft.id })).spotlight
    expect(await read()).toBe(false)
    await stack.as('pitchadmin').updatePitchDraftByPitchAdmin({ id: draft.id, version: draft.version, spotlight: true })
    expect(await read()).toBe(true)
    const made = await stack.create('presenter', { spotlight: true, draft_id: draft.id })
    expect(await stack.as('presenter').getPitchDetail({ uuid: made.uuid })).toMatchObject({ spotlight: true })
  })
})

describe('a pitch that was put aside', () => {
  it('[CALL-012, CALL-023] is in its own list alone until it is taken back, and a number to those who manage it', async () => {
    const { uuid } = await invited({ presentationName: 'Not for me' })
    const investor = stack.as('investor')
    expect(await investor.getDashboardPitch({ uuid })).toMatchObject({ put_aside: null, may_put_aside: true })
    await investor.createNotInterestedInPitch({ uuid })
    expect(await uuidsOf('investor')).not.toContain(uuid)
    expect((await asideOf('investor')).find(item => item.uuid === uuid)).toMatchObject({ by: 'aside' })
    expect(await asideOf('secondInvestor')).toEqual([])
    expect(await investor.getDashboardPitch({ uuid })).toMatchObject({ put_aside: 'aside', may_put_aside: false })
    expect(await countOf(uuid)).toBe(1)
    await expect(investor.getNotInterestedCount({ uuid })).rejects.toThrow('PitchNotFound')
    await expect(stack.as('lumenAdmin').getNotInterestedCount({ uuid })).rejects.toThrow('PitchNotFound')
    // those who may not attend any longer do not count
    const right = (removedAt: Date | null) =>
      stack.db.update(attendee).set({ removedAt }).where(eq(attendee.accountId, stack.people.investor.id))
    await right(new Date())
    expect(await countOf(uuid)).toBe(0)
    await right(null)
    await investor.deleteNotInterestedInPitch({ uuid })
    await investor.deleteNotInterestedInPitch({ uuid })
    expect(await uuidsOf('investor')).toContain(uuid)
    expect(await countOf(uuid)).toBe(0)
  })

  it('[CALL-012] is one row, also of two racing requests', async () => {
    const { id, uuid } = await invited()
    await Promise.all([1, 2, 3].map(() => stack.as('investor').createNotInterestedInPitch({ uuid })))
    expect(await stack.db.select().from(notInterested).where(eq(notInterested.pitchId, id))).toHaveLength(1)
  })

  it('says what is missing to a person without the accreditation that it needs, who may put it aside as well', async () => {
    const { uuid } = await invited({ enforceAccredit: true, exemption: 'rule506c' })
    const investor = stack.as('investor')
    const seen = () => investor.getDashboardPitch({ uuid })
    expect(await seen()).toMatchObject({ accreditation_gap: 'missing', is_watchable: false, may_commit: false })
    await investor.createNotInterestedInPitch({ uuid })
    await investor.deleteNotInterestedInPitch({ uuid })
    const { id } = stack.people.investor
    const accreditedUntil = new Date(Date.now() + 3_600_000)
    await stack.db.update(account).set({ accreditedUntil }).where(eq(account.id, id))
    expect(await seen()).toMatchObject({ accreditation_gap: '' })
    await stack.db.update(account).set({ accreditedUntil: null }).where(eq(account.id, id))
  })

  it('[CALL-012] is put aside by attendees who see it alone, before its start', async () => {
    const { id, uuid } = await invited({ moderators: [stack.people.member.email] })
    for (const who of ['presenter', 'member', 'pitchadmin'] as const)
      await expect(stack.as(who).createNotInterestedInPitch({ uuid })).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenInvestor').createNotInterestedInPitch({ uuid })).rejects.toThrow('PitchNotFound')
    await expect(stack.as('lumenInvestor').getDashboardPitch({ uuid })).rejects.toThrow('PitchNotFound')
    await stack.db.update(pitch).set({ state: 'inProgress' }).where(eq(pitch.id, id))
    await expect(stack.as('investor').createNotInterestedInPitch({ uuid })).rejects.toThrow('PitchStateForbids')
    // from the start on the feedback says it
    const { id: accountId, organisationId } = stack.people.investor
    await stack.db.insert(feedback).values({ pitchId: id, accountId, organisationId, choice: 'dislike', ip: '' })
    expect(await uuidsOf('investor')).not.toContain(uuid)
    expect((await asideOf('investor')).find(item => item.uuid === uuid)).toMatchObject({ by: 'dislike' })
    await stack.db.update(feedback).set({ choice: 'unsure' }).where(eq(feedback.pitchId, id))
    expect(await uuidsOf('investor')).toContain(uuid)
    expect(await stack.as('investor').getDashboardPitch({ uuid })).toMatchObject({ select: 'unsure', put_aside: null })
  })

  it('[CALL-006] is offered, by the list and the page, to those alone from whom it is taken', async () => {
    const moderator = stack.people.secondInvestor
    const { uuid } = await seedPitch(stack, { isPublic: true, moderators: [moderator.email] })
    for (const [who, may] of [
      ['investor', true],
      ['secondInvestor', false],
      ['admin', false],
      ['pitchadmin', false],
    ] as const) {
      expect((await listed(who)).find(item => item.uuid === uuid)).toMatchObject({ may_put_aside: may })
      const attends_by = may ? 'organization' : null
      expect(await stack.as(who).getDashboardPitch({ uuid })).toMatchObject({ may_put_aside: may, attends_by })
      const code = await stack
        .as(who)
        .createNotInterestedInPitch({ uuid })
        .then(
          () => 'taken',
          error => error.code,
        )
      expect(code).toBe(may ? 'taken' : 'NoPermission')
    }
    expect((await asideOf('investor')).find(item => item.uuid === uuid)).toMatchObject({ may_put_aside: false })
  })

  it('[GAP-020] lets commit whom the commitment lets, and says the feedback before what was put aside', async () => {
    const { id, uuid } = await invited({ moderators: [stack.people.secondInvestor.email] })
    const may = async (who: PersonName) => (await stack.as(who).getDashboardPitch({ uuid })).may_commit
    await stack.as('investor').createNotInterestedInPitch({ uuid })
    expect(await may('investor')).toBe(false)
    await stack.db.update(pitch).set({ state: 'over' }).where(eq(pitch.id, id))
    expect([await may('investor'), await may('secondInvestor'), await may('presenter')]).toEqual([true, true, false])
    const { id: accountId, organisationId } = stack.people.investor
    await stack.db.insert(feedback).values({ pitchId: id, accountId, organisationId, choice: 'dislike', ip: '' })
    expect((await asideOf('investor')).find(item => item.uuid === uuid)).toMatchObject({ by: 'dislike' })
    await stack.db
      .update(pitch)
      .set({ commitUntil: new Date(Date.now() - 1000) })
      .where(eq(pitch.id, id))
    expect(await may('investor')).toBe(false)
  })

  it('is forgotten by a reset, not by a restart', async () => {
    const { id, uuid } = await invited()
    await stack.as('investor').createNotInterestedInPitch({ uuid })
    await stack.take(id, 'start', 'end', 'finish')
    await stack.as('presenter').RestartPitch({ uuid })
    expect(await countOf(uuid)).toBe(1)
    await stack.take(id, 'start', 'end', 'finish')
    await stack.as('admin').resetPitch({ uuid })
    expect(await countOf(uuid)).toBe(0)
  })
})
