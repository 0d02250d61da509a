import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { commitment, seatWait } from '#features/results/commitment/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { shown } from '#testing/statement.ts'
import { seatJobs } from './seatActs.ts'

let stack: PitchStack
let spv_id: string
let company_id: string
let numbered = 0
beforeAll(async () => {
  stack = await startPitchStack()
  const admin = stack.as('admin')
  company_id = (await admin.createCompany({ company_name: 'Harbour' })).id
  await admin.createPresenterCompany({ company_id, user_id: stack.people.presenter.id })
  const place = { country: 'US', state: 'DE', registered_agent: 'Agents' } as const
  const ein = { ein: '12-3456789', ein_again: '12-3456789' }
  spv_id = (await admin.createSpv({ spv_legal_name: 'Quill LLC', ...ein, ...place })).id
})
afterAll(() => stack.stop())

type Fields = Parameters<ReturnType<PitchStack['as']>['createSpvSeries']>[0]
const newSeries = async (more: Partial<Fields> = {}) => {
  const own = { spv_series_name: `Series ${++numbered}`, status: 'open', maximum_of_investors: 2 } as const
  return (await stack.as('admin').createSpvSeries({ spv_id, company_id, ...own, ...more })).id
}
const livePitch = async (series_id: string, more = {}) => {
  const pitch = await stack.create('presenter', { is_public: true, series_id, commit_total: 'everybody', ...more })
  await stack.take(pitch.id, 'start')
  return pitch
}
const commit = (uuid: string, who: PersonName, money_amount = '$25,000') =>
  stack.as(who).commitInPitch({ uuid, money_amount, initials: 'II', ...shown })
const wait = (uuid: string, who: PersonName) => stack.as(who).joinSeatWaitingList({ uuid })
const terms = (uuid: string, who: PersonName = 'presenter') => stack.as(who).getCommitmentTerms({ uuid })
const series = (id: string) => stack.as('admin').getSpvSeries({ id })
const withdraw = async (uuid: string, who: PersonName, reason = 'Not accredited') => {
  const rows = await stack.db.select().from(commitment).where(eq(commitment.accountId, stack.people[who].id))
  const { items } = await stack.as('presenter').getCommitmentList({ uuid })
  const { id = '' } = items.find(item => rows.some(row => row.id === item.id)) ?? {}
  return stack.as('presenter').withdrawCommitment({ uuid, id, reason })
}

describe('a pitch', () => {
  it('names a series of a company that its presenter speaks for, in its currency; others none', async () => {
    const named = await newSeries({ currency: 'EUR' })
    const other = (await stack.as('admin').createCompany({ company_name: `Quay ${++numbered}` })).id
    const foreign = await newSeries({ company_id: other })
    const closed = await newSeries({ status: 'closed' })
    const offered = (await stack.as('presenter').getSeriesForPitch({ limit: 200 })).items.map(({ id }) => id)
    expect([named, foreign, closed].map(id => offered.includes(id))).toEqual([true, false, false])
    const make = (by: PersonName, series_id: string, currency: 'USD' | 'EUR' = 'USD') =>
      stack.create(by, { series_id, currency })
    const refused = { code: 'SeriesNotFound', fields: { series_id: 'SeriesNotFound' } }
    for (const id of [foreign, closed, crypto.randomUUID()])
      await expect(make('presenter', id)).rejects.toMatchObject(refused)
    await expect(make('lumenAdmin', named, 'EUR')).rejects.toMatchObject(refused)
    await expect(make('presenter', named)).rejects.toMatchObject({ code: 'SeriesCurrencyDiffers' })
    await make('admin', foreign)
    const { uuid } = await make('presenter', named, 'EUR')
    expect(await stack.as('presenter').getPitchDetail({ uuid })).toMatchObject({ series_id: named, currency: 'EUR' })
  })

  it('keeps its series while money is committed, and its series cannot be deleted', async () => {
    const id = await newSeries()
    const pitch = await livePitch(id)
    await commit(pitch.uuid, 'investor')
    await stack.take(pitch.id, 'end')
    // a job makes it over
    await vi.waitFor(
      async () => expect((await stack.as('presenter').getPitchDetail({ uuid: pitch.uuid })).state).toBe('over'),
      10_000,
    )
    await stack.as('presenter').RestartPitch(pitch)
    const { attendees_arr, no_file, ...form } = pitchForm({ is_public: true })
    const change = stack.as('presenter').updatePitch({ ...form, uuid: pitch.uuid, series_id: '' })
    await expect(change).rejects.toMatchObject({ code: 'PitchHasCommitments' })
    expect(await outcomesOf([stack.as('admin').deleteSpvSeries({ id })])).toEqual(['SeriesInUse'])
    await stack.as('presenter').deletePitch(pitch)
    expect(await outcomesOf([stack.as('admin').deleteSpvSeries({ id })])).toEqual(['SeriesInUse'])
  })
})

describe('a commitment', () => {
  it('takes a seat of the series, and the last one goes to one of those who race', async () => {
    const id = await newSeries()
    const { uuid } = await livePitch(id)
    const racing = (['investor', 'secondInvestor', 'member'] as const).map(who => commit(uuid, who))
    expect(await outcomesOf(racing)).toEqual(['SeriesFull', 'done', 'done'])
    expect(await terms(uuid)).toMatchObject({
      seats: { most: 2, left: 0 },
      total: { count: 2, money_amount: '$50,000' },
    })
    expect(await series(id)).toMatchObject({ status: 'full', seats_taken: 2, committed_amount: '$50,000' })
    const list = await stack.as('presenter').getCommitmentList({ uuid })
    expect(list).toMatchObject({ total: 2, sum: '$50,000', seats: { most: 2, left: 0 } })
  })

  it('takes one seat of an investor, however many pitches of the series they commit to', async () => {
    const id = await newSeries()
    const [one, two] = [await livePitch(id), await livePitch(id)]
    await commit(one.uuid, 'investor')
    await commit(one.uuid, 'secondInvestor')
    expect((await terms(two.uuid, 'investor')).series).toBe('open')
    // with a seat no one waits for one, which others would lack meanwhile
    expect(await outcomesOf([wait(two.uuid, 'investor')])).toEqual(['SeatsFree'])
    await commit(two.uuid, 'investor')
    expect(await outcomesOf([commit(two.uuid, 'member')])).toEqual(['SeriesFull'])
    expect(await series(id)).toMatchObject({ seats_taken: 2, committed_amount: '$75,000' })
    await withdraw(two.uuid, 'investor')
    expect((await series(id)).status).toBe('full')
  })

  it('keeps to the larger of both minimums', async () => {
    const id = await newSeries({ minimum_co_investment: '$50,000' })
    const { uuid } = await livePitch(id, { minimum_commitment: '$10' })
    expect((await terms(uuid)).minimum_commitment).toBe('$50,000')
    expect(await outcomesOf([commit(uuid, 'investor', '$49,999.99')])).toEqual(['CommitmentBelowMinimum'])
    await commit(uuid, 'investor', '$50,000')
    const low = await livePitch(id, { minimum_commitment: '$60,000' })
    expect(await outcomesOf([commit(low.uuid, 'secondInvestor', '$50,000')])).toEqual(['CommitmentBelowMinimum'])
  })

  it('is taken only while the series is open', async () => {
    const id = await newSeries({ status: 'forming' })
    const { uuid } = await livePitch(id)
    expect(await terms(uuid, 'investor')).toMatchObject({ series: 'forming', is_open: false })
    expect(await outcomesOf([commit(uuid, 'investor'), wait(uuid, 'investor')])).toEqual([
      'SeriesNotOpen',
      'SeriesNotOpen',
    ])
    await stack.as('admin').updateSpvSeries({ id, status: 'open' })
    await commit(uuid, 'investor')
    await stack.as('admin').updateSpvSeries({ id, status: 'closed' })
    expect(await outcomesOf([commit(uuid, 'member')])).toEqual(['SeriesNotOpen'])
  })

  it('leaves what is left to those to whom the pitch shows it', async () => {
    const { uuid } = await livePitch(await newSeries(), { commit_total: 'host' })
    expect((await terms(uuid, 'investor')).seats).toBeNull()
    expect((await terms(uuid)).seats).toEqual({ most: 2, left: 2 })
  })
})

describe('withdrawCommitment', () => {
  it('takes it out of every sum, tells the investor why, and is audited', async () => {
    const id = await newSeries()
    const { uuid, id: pitchId } = await livePitch(id)
    const { id: made } = await commit(uuid, 'investor')
    await withdraw(uuid, 'investor', 'Not accredited')
    const list = await stack.as('presenter').getCommitmentList({ uuid })
    expect(list).toMatchObject({ total: 0, sum: '$0', items: [] })
    expect(list.withdrawn).toMatchObject([{ id: made, money_amount: '$25,000', reason: 'Not accredited' }])
    expect(await series(id)).toMatchObject({ seats_taken: 0, committed_amount: '$0', status: 'open' })
    expect((await stack.as('investor').getMyCommitment({ uuid })).is_committed).toBe(false)
    const [entry] = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'commitment.withdraw'))
    expect(entry?.detail).toMatchObject({ reason: 'Not accredited', amountMinor: '2500000', currency: 'USD' })
    const mails = await stack.db
      .select()
      .from(mailMessage)
      .where(eq(mailMessage.key, `commitment:${made}:withdrawn`))
    expect(mails.map(({ recipient, text }) => [recipient, text?.includes('Not accredited')])).toEqual([
      [stack.people.investor.email, true],
    ])
    const signals = stack.rooms.recorded.filter(one => one.args[0] === pitchId).map(one => one.args[2])
    expect(signals).toContain('commitmentWithdrawn')
    await commit(uuid, 'investor', '$30,000')
  })

  it('is for those who manage the pitch, once, with a reason', async () => {
    const { uuid } = await livePitch(await newSeries())
    const { id } = await commit(uuid, 'investor')
    const by = (who: PersonName, reason = 'x') => stack.as(who).withdrawCommitment({ uuid, id, reason })
    expect(await outcomesOf([by('investor'), by('secondInvestor'), by('lumenAdmin')])).toEqual(
      Array(3).fill('PitchNotFound'),
    )
    await expect(by('presenter', ' ')).rejects.toMatchObject({ fields: { reason: 'required' } })
    expect(await outcomesOf([by('presenter'), by('admin')])).toEqual(['CommitmentNotFound', 'done'])
  })
})

describe('the waiting list', () => {
  async function full(more: Partial<Fields> = {}) {
    const id = await newSeries({ maximum_of_investors: 1, ...more })
    const pitch = await livePitch(id)
    await commit(pitch.uuid, 'investor')
    return { ...pitch, id }
  }
  const place = async (uuid: string, who: PersonName) => (await terms(uuid, who)).waiting?.position

  it('is joined in turn when the series is full, and left', async () => {
    const id = await newSeries({ maximum_of_investors: 1 })
    const { uuid } = await livePitch(id)
    expect(await outcomesOf([wait(uuid, 'secondInvestor')])).toEqual(['SeatsFree'])
    await commit(uuid, 'investor')
    expect(await outcomesOf([wait(uuid, 'investor')])).toEqual(['AlreadyCommitted'])
    expect(await wait(uuid, 'secondInvestor')).toEqual({ position: 1 })
    expect(await wait(uuid, 'member')).toEqual({ position: 2 })
    expect(await wait(uuid, 'member')).toEqual({ position: 2 })
    const list = await stack.as('presenter').getSeatWaitingList({ uuid })
    expect(list.items.map(({ user_id, position }) => [user_id, position])).toEqual([
      [stack.people.secondInvestor.id, 1],
      [stack.people.member.id, 2],
    ])
    await stack.as('secondInvestor').leaveSeatWaitingList({ uuid })
    expect([await place(uuid, 'secondInvestor'), await place(uuid, 'member')]).toEqual([undefined, 1])
    expect((await series(id)).waiting).toBe(1)
  })

  it('is offered the seat that was given back, which nobody else gets', async () => {
    const { uuid, id } = await full()
    await wait(uuid, 'secondInvestor')
    await withdraw(uuid, 'investor')
    expect(await terms(uuid, 'secondInvestor')).toMatchObject({
      ...{ series: 'open', seats: { most: 1, left: 0 }, waiting: { position: 0, offered_until: expect.any(String) } },
    })
    expect((await terms(uuid, 'member')).series).toBe('full')
    expect(await outcomesOf([commit(uuid, 'member'), commit(uuid, 'investor')])).toEqual(['SeriesFull', 'SeriesFull'])
    const mails = await stack.db.select().from(mailMessage).where(eq(mailMessage.kind, 'seatOffered'))
    expect(mails.map(({ recipient }) => recipient)).toEqual([stack.people.secondInvestor.email])
    expect(mails[0]?.text).toContain('/view-in-browser/all-in-one#')
    const notices = await stack.as('secondInvestor').getNoticeList({})
    expect(notices.items[0]?.title).toBe('A seat is free for you')
    await commit(uuid, 'secondInvestor')
    expect(await series(id)).toMatchObject({ seats_taken: 1, waiting: 0, status: 'full' })
  })

  it('goes on to the next when an offer is not taken in time, or given up', async () => {
    const { uuid, id } = await full()
    await wait(uuid, 'secondInvestor')
    await wait(uuid, 'member')
    await withdraw(uuid, 'investor')
    const past = new Date(Date.now() - 1000)
    await stack.db
      .update(seatWait)
      .set({ offeredUntil: past })
      .where(eq(seatWait.accountId, stack.people.secondInvestor.id))
    expect(await outcomesOf([commit(uuid, 'secondInvestor')])).toEqual(['SeriesFull'])
    await seatJobs.seatOfferEnds({ seriesId: id }, stack.frame)
    expect([await place(uuid, 'secondInvestor'), await place(uuid, 'member')]).toEqual([undefined, 0])
    await stack.as('member').leaveSeatWaitingList({ uuid })
    expect((await series(id)).status).toBe('open')
    await commit(uuid, 'secondInvestor')
  })

  it('passes over an investor who presents the pitch by now', async () => {
    const { uuid, id } = await full()
    await wait(uuid, 'secondInvestor')
    await wait(uuid, 'member')
    const coHosts = [stack.people.secondInvestor.email]
    await stack.db.update(pitch).set({ coHosts }).where(eq(pitch.uuid, uuid))
    await withdraw(uuid, 'investor')
    expect([await place(uuid, 'secondInvestor'), await place(uuid, 'member')]).toEqual([undefined, 0])
    expect((await series(id)).waiting).toBe(1)
  })

  it.each([
    ['was disabled', { state: 'disabled' }],
    ['was deleted', { deletedAt: new Date() }],
    ['has come to the end of its term', { endsAt: new Date(0) }],
  ] as const)('passes over an investor whose account %s', async (_, change) => {
    const { uuid, id } = await full()
    await wait(uuid, 'secondInvestor')
    await wait(uuid, 'member')
    const set = (to: Partial<typeof account.$inferInsert>) =>
      stack.db.update(account).set(to).where(eq(account.id, stack.people.secondInvestor.id))
    await set(change)
    await withdraw(uuid, 'investor')
    await set({ state: 'active', deletedAt: null, endsAt: null })
    const list = await stack.as('presenter').getSeatWaitingList({ uuid })
    expect(list.items.map(({ user_id, position }) => [user_id, position])).toEqual([[stack.people.member.id, 0]])
    expect(await series(id)).toMatchObject({ waiting: 1, status: 'full' })
  })

  it('is offered the seats that a larger maximum adds; a smaller one than it holds is refused', async () => {
    const { uuid, id } = await full()
    await wait(uuid, 'secondInvestor')
    const most = (maximum_of_investors: number) => stack.as('admin').updateSpvSeries({ id, maximum_of_investors })
    await most(2)
    expect(await place(uuid, 'secondInvestor')).toBe(0)
    // the seat that is offered is kept
    await expect(most(1)).rejects.toMatchObject({ fields: { maximum_of_investors: 'SeriesHoldsMore' } })
    await most(3)
    expect((await series(id)).status).toBe('open')
  })
})

it('holds never more investors than seats, whatever comes in which order', async () => {
  const people = ['investor', 'secondInvestor', 'member'] as const
  const act = fc.record({
    who: fc.constantFrom(...people),
    what: fc.constantFrom('commit', 'wait', 'leave', 'withdraw', 'lapse', 'most'),
    number: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { maxLength: 6 }), async turns => {
      const id = await newSeries({ maximum_of_investors: 1 })
      const { uuid } = await livePitch(id)
      for (const atOnce of turns) {
        await Promise.allSettled(
          atOnce.map(({ who, what, number }) => {
            if (what === 'commit') return commit(uuid, who)
            if (what === 'wait') return wait(uuid, who)
            if (what === 'leave') return stack.as(who).leaveSeatWaitingList({ uuid })
            if (what === 'withdraw') return withdraw(uuid, who)
            if (what === 'lapse') return seatJobs.seatOfferEnds({ seriesId: id }, stack.frame)
            return stack.as('admin').updateSpvSeries({ id, maximum_of_investors: number })
          }),
        )
        const now = await series(id)
        const { seats, total } = await terms(uuid)
        const list = await stack.as('presenter').getSeatWaitingList({ uuid })
        const offered = list.items.filter(({ offered_until }) => offered_until).length
        expect(now.seats_taken + offered).toBeLessThanOrEqual(now.maximum_of_investors)
        expect([total?.count, now.waiting]).toEqual([now.seats_taken, list.total])
        expect(seats?.left).toBe(now.maximum_of_investors - now.seats_taken - offered)
        expect(now.status).toBe(seats?.left === 0 ? 'full' : 'open')
        // no one waits while a seat is free
        expect(list.total - offered).toBe(seats?.left ? 0 : list.total - offered)
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)
