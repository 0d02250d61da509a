import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatMoney } from '#contract/money.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { commitment } from '#features/results/commitment/server/tables.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { shown } from '#testing/statement.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const commit = (uuid: string, who: PersonName, money_amount = '$25,000', initials = 'II') =>
  stack.as(who).commitInPitch({ uuid, money_amount, initials, ...shown })

async function livePitch(guest = 'guest@x.test') {
  const pitch = await stack.create('presenter', {
    is_public: true,
    attendees_arr: [{ email: stack.people.lumenInvestor.email }, { email: guest }],
  })
  await stack.take(pitch.id, 'start')
  return pitch
}

describe('commitInPitch', () => {
  it('[GAP-020, PROD-027, RULE-089] stores an amount in cents, and answers it with a dollar sign', async () => {
    const { uuid } = await livePitch()
    expect(await commit(uuid, 'investor', '25000.5')).toEqual({ id: expect.any(String), money_amount: '$25,000.50' })
    const rows = await stack.db.select().from(commitment).where(eq(commitment.accountId, stack.people.investor.id))
    expect(rows[0]).toMatchObject({ amountMinor: 2_500_050n, currency: 'USD', initials: 'II', ip: '127.0.0.1' })
    expect(await stack.as('investor').getMyCommitment({ uuid })).toEqual({
      is_committed: true,
      money_amount: '$25,000.50',
      initials: 'II',
      ...shown,
    })
    expect(await stack.as('secondInvestor').getMyCommitment({ uuid })).toEqual({
      is_committed: false,
      money_amount: '',
      initials: '',
      ...{ statement: '', statement_version: null, statement_language: null },
    })
  })

  it('takes an amount in the currency of the pitch alone, with its decimals, and sums in it', async () => {
    for (const [currency, good, stored, said, bad] of [
      ['JPY', '2500000', 2_500_000n, 'JPY 2,500,000', ['$5', '0.5', 'EUR 5']],
      ['KWD', 'KWD 25,000.5', 25_000_500n, 'KWD 25,000.500', ['$5', '0.0001', 'USD 5']],
    ] as const) {
      const { id, uuid } = await stack.create('presenter', { is_public: true, currency })
      await stack.take(id, 'start')
      for (const amount of bad)
        await expect(commit(uuid, 'investor', amount)).rejects.toMatchObject({ code: 'AmountNotAllowed' })
      expect((await commit(uuid, 'investor', good)).money_amount).toBe(said)
      await commit(uuid, 'secondInvestor', good)
      const rows = await stack.db.select().from(commitment).where(eq(commitment.pitchId, id))
      expect(rows.map(row => [row.currency, row.amountMinor])).toEqual(Array(2).fill([currency, stored]))
      const list = await stack.as('presenter').getCommitmentList({ uuid })
      expect([list.items[0]?.money_amount, list.sum]).toEqual([said, formatMoney(stored * 2n, currency)])
      expect(await stack.as('presenter').getCommitmentTerms({ uuid })).toMatchObject({
        currency,
        total: { count: 2, money_amount: formatMoney(stored * 2n, currency) },
      })
    }
  })

  it('keeps the currency of a pitch that has commitments, also when it is presented again', async () => {
    const form = pitchForm({ is_public: true })
    const { id, uuid } = await stack.create('presenter', form)
    await stack.take(id, 'start')
    await commit(uuid, 'investor')
    await stack.take(id, 'end')
    // a job makes it over
    await vi.waitFor(
      async () => expect((await stack.as('presenter').getPitchDetail({ uuid: uuid })).state).toBe('over'),
      10_000,
    )
    await stack.as('presenter').RestartPitch({ uuid })
    const { attendees_arr, no_file, ...fields } = form
    const change = stack.as('presenter').updatePitch({ ...fields, uuid, currency: 'EUR' })
    await expect(change).rejects.toMatchObject({ code: 'PitchHasCommitments' })
    await stack.as('presenter').updatePitch({ ...fields, uuid })
  })

  it('takes a commitment during the pitch and after it, not before', async () => {
    const { id, uuid } = await stack.create('presenter', { is_public: true })
    await expect(commit(uuid, 'investor')).rejects.toMatchObject({ code: 'CommitmentNotOpen' })
    await stack.take(id, 'start', 'end')
    await commit(uuid, 'investor')
  })

  it('lets an attendee with a join link commit', async () => {
    const { uuid } = await livePitch('linked@x.test')
    const mails = await stack.mailsTo('linked@x.test')
    const { access_token } = await stack.as('nobody').exchangeJoinLink({ uuid, access_token: stack.tokenIn(mails[0]) })
    const linked = stack.withToken(access_token)
    await linked.commitInPitch({ uuid, money_amount: '$1', initials: '王伟', ...shown })
    expect(await linked.getMyCommitment({ uuid })).toMatchObject({
      is_committed: true,
      money_amount: '$1',
      initials: '王伟',
    })
  })

  it('[RULE-086] refuses amounts that are none, and stores nothing', async () => {
    const { uuid } = await livePitch()
    for (const amount of ['0', '-5', 'NaN', 'Infinity', '1e30', '25000.505', '€5', '５００', '9'.repeat(30), '=1+1'])
      await expect(commit(uuid, 'investor', amount)).rejects.toMatchObject({ code: 'AmountNotAllowed' })
    for (const amount of ['', '   ', '9'.repeat(41)])
      await expect(commit(uuid, 'investor', amount)).rejects.toMatchObject({
        code: 'InputInvalid',
        fields: { money_amount: expect.any(String) },
      })
    const headers = { authorization: `Bearer ${stack.people.investor.token}` }
    for (const money_amount of [5, null, ['$5'], { $gt: 0 }]) {
      const fields = { uuid, money_amount, initials: 'II', ...shown }
      const { body } = await rawCall(stack.app, 'commitInPitch', fields, { headers, json: true })
      expect(body.error).toBe('InputInvalid')
    }
    expect(await stack.as('investor').getMyCommitment({ uuid })).toMatchObject({ is_committed: false })
  })

  it('[RULE-087, RULE-088] refuses initials that are none', async () => {
    const { uuid } = await livePitch()
    for (const initials of ['A', 'ABCDE', 'A1', '<script>', "A'"])
      await expect(commit(uuid, 'investor', '$5', initials)).rejects.toMatchObject({ code: 'InitialsNotAllowed' })
    await expect(commit(uuid, 'investor', '$5', ' ')).rejects.toMatchObject({
      code: 'InputInvalid',
      fields: { initials: 'required' },
    })
  })

  it('[ERR-050] takes one commitment of an account, and of racing requests exactly one', async () => {
    const { uuid } = await livePitch()
    const amounts = ['$1', '$2', '$3', '$4', '$5', '$6']
    const all = await Promise.allSettled(amounts.map(amount => commit(uuid, 'investor', amount)))
    const made = all.filter(one => one.status === 'fulfilled')
    const refused = all.filter(one => one.status === 'rejected').map(one => one.reason.code)
    expect([made.length, refused]).toEqual([1, Array(5).fill('AlreadyCommitted')])
    await expect(commit(uuid, 'investor', '$7')).rejects.toMatchObject({ code: 'AlreadyCommitted' })
    const list = await stack.as('presenter').getCommitmentList({ uuid })
    expect([list.total, list.sum]).toEqual([1, made[0]?.value.money_amount])
    const noted = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'commitment.create'))
    expect(noted.filter(entry => entry.detail['pitch'] === uuid)).toHaveLength(1)
  })

  it('answers a repeat of the same request as before, and commits once', async () => {
    const { uuid } = await livePitch()
    const headers = { authorization: `Bearer ${stack.people.investor.token}`, 'idempotency-key': 'commit-0001' }
    const send = () =>
      rawCall(stack.app, 'commitInPitch', { uuid, money_amount: '$9', initials: 'II', ...shown }, { headers })
    const [first, second] = [await send(), await send()]
    expect(first.body).toMatchObject({ code: 1 })
    expect(second.body).toEqual(first.body)
  })

  it('is audited with its amount, and told at once to the managers of the pitch', async () => {
    const { id, uuid } = await livePitch()
    const { id: subject } = await commit(uuid, 'investor', '$1,234.56')
    const [noted] = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, subject))
    expect(noted).toMatchObject({
      action: 'commitment.create',
      actorId: stack.people.investor.id,
      detail: { pitch: uuid, amountMinor: '123456', currency: 'USD' },
    })
    const told = stack.rooms.recorded.filter(one => one.args[0] === id && one.act === 'signal')
    expect(told.map(one => one.args.slice(1, 3))).toEqual([['managers', 'commitmentMade']])
    expect(told[0]?.args[3]).toMatchObject({ money_amount: '$1,234.56', name: 'Ivy Investor' })
  })

  it('[PROD-027] leaves a notice for the owner and the co-hosts only', async () => {
    const { coHost, presenter } = stack.people
    const pitch = await stack.create('presenter', { is_public: true, co_host: coHost.email })
    await stack.take(pitch.id, 'start')
    await commit(pitch.uuid, 'investor', '$50,000')
    const told = async (who: PersonName) =>
      (await stack.as(who).getNoticeList({ content: 'committed' })).items.filter(
        ({ link }) => link === `/pitch-management/${pitch.uuid}`,
      )
    for (const who of ['presenter', 'coHost'] as const)
      expect(await told(who)).toMatchObject([
        { title: 'Ivy Investor committed US$50,000', content: `To “Seed round of Acme.” ${shown.statement}` },
      ])
    expect([await told('admin'), await told('investor')]).toEqual([[], []])
    // in the reader's own language
    await stack.db.update(account).set({ language: 'zh-Hans' }).where(eq(account.id, presenter.id))
    expect((await stack.as('presenter').getNoticeList({})).items[0]?.title).toBe('Ivy Investor 提交认购意向 US$50,000')
    await stack.db.update(account).set({ language: 'en' }).where(eq(account.id, presenter.id))
  })

  it('[PROD-027, ERR-050] mails one receipt, in the investor’s language and on their clock', async () => {
    const { id, email } = stack.people.investor
    const { uuid } = await livePitch()
    await stack.db
      .update(account)
      .set({ language: 'zh-Hant', preferredTimezone: 'Asia/Taipei' })
      .where(eq(account.id, id))
    const all = await Promise.allSettled(['$50,000', '$50,000'].map(amount => commit(uuid, 'investor', amount, 'GH')))
    expect(all.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    await stack.db.update(account).set({ language: 'en', preferredTimezone: null }).where(eq(account.id, id))
    const receipts = (await stack.mailsTo(email)).filter(({ text }) => text.includes(uuid))
    expect(receipts.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['commitmentReceipt', '認購意願確認：Seed round of Acme（US$50,000）'],
    ])
    for (const said of ['US$50,000', 'GH', 'Seed round of Acme', '台北標準時間，UTC+08:00', `/join-session/${uuid}`])
      expect(receipts[0]?.text).toContain(said)
  })

  it('refuses presenters and administrators, and every account without access', async () => {
    const { uuid } = await livePitch()
    for (const name of ['presenter', 'admin', 'useradmin', 'superadmin'] as const)
      await expect(commit(uuid, name)).rejects.toMatchObject({ code: 'NotAllowed' })
    await commit(uuid, 'lumenInvestor')
    const secret = await stack.create('presenter')
    await stack.take(secret.id, 'start')
    for (const name of ['investor', 'lumenInvestor'] as const)
      await expect(commit(secret.uuid, name)).rejects.toMatchObject({ code: 'PitchNotFound' })
  })

  it('refuses a presenter of the pitch who invests as well', async () => {
    const { uuid } = await stack.create('presenter', { co_host: stack.people.secondInvestor.email })
    await stack.frame.pool.query("update pitch set state = 'inProgress' where uuid = $1", [uuid])
    await expect(commit(uuid, 'secondInvestor')).rejects.toMatchObject({ code: 'NoPermission' })
  })
})

describe('what a pitch asks for', () => {
  const day = (days: number) => DateTime.utc().plus({ days }).toFormat('MM/dd/yyyy')
  const terms = { asked_amount: '$2,000,000', minimum_commitment: '25000', commit_until: day(3) }
  const asking = async (change: Partial<Parameters<PitchStack['create']>[1]> = {}) => {
    const made = await stack.create('presenter', { is_public: true, ...terms, ...change })
    await stack.take(made.id, 'start')
    return made
  }
  const until = (uuid: string, at: Date) =>
    stack.frame.pool.query('update pitch set commit_until = $2 where uuid = $1', [uuid, at])

  it('is told to every account that may see the pitch, in minor units to the end of the last day', async () => {
    const { uuid } = await asking()
    for (const who of ['presenter', 'investor'] as const)
      expect(await stack.as(who).getCommitmentTerms({ uuid })).toMatchObject({
        asked_amount: '$2,000,000',
        minimum_commitment: '$25,000',
        is_open: true,
      })
    const { rows } = await stack.frame.pool.query('select * from pitch where uuid = $1', [uuid])
    expect([rows[0].asked_minor, rows[0].minimum_minor]).toEqual(['200000000', '2500000'])
    // 23:59:59.999 of that day in New York
    const last = DateTime.fromFormat(terms.commit_until, 'MM/dd/yyyy', { zone: 'America/New_York' }).endOf('day')
    expect(rows[0].commit_until.toISOString()).toBe(last.toUTC().toISO())
    expect(await stack.as('presenter').getPitchDetail({ uuid })).toMatchObject({
      ...terms,
      minimum_commitment: '$25,000',
      commit_total: 'host',
    })
    await expect(stack.as('lumenInvestor').getCommitmentTerms({ uuid })).rejects.toMatchObject({
      code: 'PitchNotFound',
    })
  })

  it('may be left open, and then any amount is taken at any time', async () => {
    const { uuid } = await asking({ asked_amount: '', minimum_commitment: '', commit_until: '' })
    expect(await stack.as('investor').getCommitmentTerms({ uuid })).toEqual({
      ...{ asked_amount: '', minimum_commitment: '', commit_until: null, is_open: true, total: null },
      ...{ currency: 'USD', series: null, seats: null, waiting: null },
      statement: expect.objectContaining({ version: 0, en: shown.statement }),
    })
    await commit(uuid, 'investor', '$0.01')
  })

  it('refuses less than the minimum, to the cent, and stores nothing', async () => {
    const { uuid } = await asking()
    for (const amount of ['$1', '24999.99'])
      await expect(commit(uuid, 'investor', amount)).rejects.toMatchObject({
        code: 'CommitmentBelowMinimum',
        fields: { money_amount: 'CommitmentBelowMinimum' },
      })
    expect(await stack.as('investor').getMyCommitment({ uuid })).toMatchObject({ is_committed: false })
    await commit(uuid, 'investor', '$25,000.00')
  })

  it('refuses what comes after the last moment, whatever the amount', async () => {
    const { uuid } = await asking()
    await until(uuid, new Date(Date.now() - 1000))
    await expect(commit(uuid, 'investor', '$30,000')).rejects.toMatchObject({ code: 'CommitmentTooLate' })
    expect((await stack.as('investor').getCommitmentTerms({ uuid })).is_open).toBe(false)
    await until(uuid, new Date(Date.now() + 60_000))
    await commit(uuid, 'investor', '$30,000')
  })

  it.each([
    [{ asked_amount: 'much' }, { asked_amount: 'amountNotAllowed' }],
    [{ minimum_commitment: '-5' }, { minimum_commitment: 'amountNotAllowed' }],
    [{ minimum_commitment: '$2,000,000.01' }, { minimum_commitment: 'minimumAboveAsked' }],
    [{ commit_until: day(-1) }, { commit_until: 'endsBeforeStart' }],
    [{ commit_until: '31/12/2031' }, { commit_until: expect.any(String) }],
  ])('is not taken as %j', async (change, fields) => {
    await expect(stack.create('presenter', { ...terms, ...change })).rejects.toMatchObject({
      code: 'InputInvalid',
      fields,
    })
  })

  it('tells the sum only to the parts for which the pitch allows it', async () => {
    for (const [commit_total, host, guest] of [
      ['nobody', false, false],
      ['host', true, false],
      ['everybody', true, true],
    ] as const) {
      const { id, uuid } = await asking({ commit_total })
      await commit(uuid, 'investor', '$25,000.50')
      const told = stack.rooms.recorded.filter(one => one.args[0] === id && one.act === 'signal')
      expect(told.map(one => one.args.slice(1, 3)).filter(([to]) => to === 'everybody')).toEqual(
        guest ? [['everybody', 'commitmentTotal']] : [],
      )
      // the managers hear of it anyway, and whether their screen may say how much
      expect(told.find(one => one.args[2] === 'commitmentMade')?.args[3]).toMatchObject({ in_room: host })
      expect(JSON.stringify(told.filter(one => one.args[1] === 'everybody'))).not.toContain('25,000')
      const sum = { count: 1, money_amount: '$25,000.50' }
      for (const [who, sees] of [
        ['presenter', host],
        ['admin', host],
        ['investor', guest],
        ['secondInvestor', guest],
      ] as const)
        expect((await stack.as(who).getCommitmentTerms({ uuid })).total).toEqual(sees ? sum : null)
    }
  })

  it('is refused in a rehearsal', async () => {
    const { uuid } = await stack.create('presenter', { moderator: stack.people.secondInvestor.email })
    const rehearsal = await stack.as('presenter').openRehearsal({ uuid })
    await expect(commit(rehearsal.uuid, 'secondInvestor', '$5')).rejects.toMatchObject({ code: 'NoPermission' })
    expect((await stack.as('presenter').getCommitmentList({ uuid })).total).toBe(0)
  })
})

describe('getCommitmentList', () => {
  it('lists the commitments and their sum to the managers of the pitch only', async () => {
    const { uuid } = await livePitch()
    await commit(uuid, 'investor', '$1,000,000,000,000', 'IV')
    await commit(uuid, 'secondInvestor', '0.05', 'IS')
    const list = await stack.as('admin').getCommitmentList({ uuid })
    expect(list).toMatchObject({ total: 2, sum: '$1,000,000,000,000.05' })
    expect(list.items.map(item => [item.name, item.money_amount, item.initials])).toEqual([
      ['Ines Second', '$0.05', 'IS'],
      ['Ivy Investor', '$1,000,000,000,000', 'IV'],
    ])
    expect((await stack.as('presenter').getCommitmentList({ uuid, limit: 1, page: 2 })).items).toHaveLength(1)
    for (const name of ['investor', 'member', 'lumenAdmin', 'lumenInvestor', 'useradmin'] as const)
      await expect(stack.as(name).getCommitmentList({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
  })
})
