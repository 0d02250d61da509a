import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { insertAccount } from '#features/core/account/server/queries.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { spvSeries } from '#features/core/vehicle/server/tables.ts'
import type { Transaction } from '#server/db/database.ts'
import { freshDatabase } from '#testing/database.ts'
import { openTestSession, seedPeople } from '#testing/people.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import type { Plant } from '#testing/simulator/plants.ts'
import { type CallName, openServers } from '#testing/simulator/servers.ts'
import { shown } from '#testing/statement.ts'
import { commitInPitch } from './commitInPitch.ts'

const RACERS = 50
let opened: Awaited<ReturnType<typeof open>> | undefined
afterEach(async () => {
  await opened?.stop()
  opened = undefined
})

/** Two servers on one database, an SPV, and fifty investors who may attend every pitch. */
async function open(plant?: Plant) {
  const servers = await openServers(await freshDatabase(), plant)
  const { db } = servers
  const { admin, presenter } = await seedPeople(db)
  const { organisationId } = admin
  const investors = await Promise.all(
    Array.from({ length: RACERS }, async (_, i) => {
      const name = { email: `racer${i}@quill.test`, firstname: 'Racer', lastname: String(i) }
      const row = await insertAccount(db, { ...name, organisationId, roles: ['vc'], state: 'active' })
      const id = row?.id ?? ''
      return { id, ip: `10.1.0.${i}`, token: await openTestSession(db, id, organisationId) }
    }),
  )
  type Caller = { readonly token: string; readonly ip?: string }
  /** A call at one of the servers; a browser repeats one that was not answered. */
  const call = async (by: Caller, which: number, name: CallName, input: Record<string, unknown>) => {
    const sending = { ip: '10.2.0.1', ...by, call: name, input, key: crypto.randomUUID() }
    const server = servers.servers[which % 2 === 0 ? 0 : 1]
    for (let tries = 0; ; tries++) {
      const answer = await server.send(sending)
      if (answer.code !== 'Unavailable' || tries > 5) return answer
    }
  }
  const made = async (by: Caller, name: CallName, input: Record<string, unknown>) => {
    const { code, data, text } = await call(by, 0, name, input)
    if (code) throw new Error(text)
    return data
  }
  const company_id = (await made(admin, 'createCompany', { company_name: 'Harbour' }))['id']
  await made(admin, 'createPresenterCompany', { company_id, user_id: presenter.id })
  const ein = { ein: '12-3456789', ein_again: '12-3456789' }
  const place = { country: 'US', state: 'DE', registered_agent: 'Agents' }
  const spv_id = (await made(admin, 'createSpv', { spv_legal_name: 'Quill LLC', ...ein, ...place }))['id']
  let numbered = 0
  /** An open series with two pitches under way. */
  const newSeries = async (maximum_of_investors: number) => {
    const own = { spv_series_name: `Series ${++numbered}`, status: 'open', maximum_of_investors }
    const { id } = await made(admin, 'createSpvSeries', { spv_id, company_id, ...own })
    const pitches: string[] = []
    for (let n = 0; n < 2; n++) {
      const form = pitchForm({ is_public: true, series_id: String(id), commit_total: 'everybody' })
      const pitch = await made(presenter, 'createPitchByPresenter', form)
      await db.transaction(tx => changePitchState(tx, { id: Number(pitch['id']) }, 'start'))
      pitches.push(String(pitch['uuid']))
    }
    return { id: String(id), pitches }
  }
  const stop = () => servers.stop()
  return { ...servers, stop, admin, presenter, investors, call, made, newSeries }
}
type Opened = Awaited<ReturnType<typeof open>>
type Series = Awaited<ReturnType<Opened['newSeries']>>

/** These act at once, by both pitches and at both servers. */
const all = ({ investors, call }: Opened, { pitches }: Series, name: CallName, more: object = {}, racers = RACERS) =>
  Promise.all(investors.slice(0, racers).map((by, i) => call(by, i, name, { uuid: pitches[(i >> 1) % 2], ...more })))
const commit = { money_amount: '$25,000', initials: 'RR', ...shown }
const countOf = (codes: readonly { readonly code: string | undefined }[]) =>
  Object.fromEntries([...Map.groupBy(codes, ({ code = 'done' }) => code)].map(([code, those]) => [code, those.length]))

/** The seats in every view, at both servers. */
async function views({ call, admin, presenter }: Opened, { id, pitches }: Series) {
  const all = [0, 1].map(async which => {
    const { data: series } = await call(admin, which, 'getSpvSeries', { id })
    const lists = pitches.map(uuid => call(presenter, which, 'getCommitmentList', { uuid, limit: 100 }))
    const terms = pitches.map(uuid => call(presenter, which, 'getCommitmentTerms', { uuid }))
    return {
      ...{ taken: series['seats_taken'], status: series['status'], money: series['committed_amount'] },
      listed: (await Promise.all(lists)).reduce((sum, { data }) => sum + Number(data['total']), 0),
      left: (await Promise.all(terms)).map(({ data }) => (data['seats'] as { left: number }).left),
    }
  })
  return Promise.all(all)
}

describe('fifty investors at two servers', () => {
  it('who race for seven seats get exactly seven, and wait for others in the order that they were told', async () => {
    opened = await open()
    const { call, presenter, investors, pool } = opened
    const series = await opened.newSeries(7)
    const raced = await all(opened, series, 'commitInPitch', commit)
    expect(countOf(raced)).toEqual({ done: 7, SeriesFull: RACERS - 7 })
    const full = { taken: 7, status: 'full', money: '$175,000', listed: 7, left: [0, 0] }
    expect(await views(opened, series)).toEqual([full, full])
    const { rows } = await pool.query(
      `select (select count(*) from audit_entry where action = 'commitment.create')::int as noted,
        (select count(*) from mail_message where kind = 'commitmentReceipt')::int as mailed`,
    )
    expect(rows).toEqual([{ noted: 7, mailed: 7 }])

    const waited = await all(opened, series, 'joinSeatWaitingList')
    const told = waited.map(({ data }, i) => ({ i, position: Number(data['position'] ?? 0) }))
    const queue = told.filter(({ position }) => position > 0).sort((a, b) => a.position - b.position)
    expect(queue.map(({ position }) => position)).toEqual(Array.from({ length: RACERS - 7 }, (_, n) => n + 1))
    const repeated = queue.filter((_, n) => n % 10 === 0)
    const again = repeated.map(({ i }) =>
      call(investors[i] ?? presenter, i + 1, 'joinSeatWaitingList', { uuid: series.pitches[(i >> 1) % 2] }),
    )
    expect((await Promise.all(again)).map(({ data }) => data['position'])).toEqual(
      repeated.map(({ position }) => position),
    )

    // three seats come back while everyone tries: the first three of the list get them, and no one else
    const given = raced.flatMap(({ code, data }, i) =>
      code ? [] : [{ id: data['id'], uuid: series.pitches[(i >> 1) % 2] }],
    )
    const [withdrawn, tried] = await Promise.all([
      Promise.all(
        given
          .slice(0, 3)
          .map((one, i) => call(presenter, i, 'withdrawCommitment', { ...one, reason: 'Not accredited' })),
      ),
      all(opened, series, 'commitInPitch', commit),
    ])
    expect(countOf(withdrawn)).toEqual({ done: 3 })
    const first = new Set(queue.slice(0, 3).map(({ i }) => i))
    expect(tried.flatMap(({ code }, i) => (code === undefined && !first.has(i) ? [i] : []))).toEqual([])
    const late = [...first].map(i =>
      call(investors[i] ?? presenter, i, 'commitInPitch', { ...commit, uuid: series.pitches[(i >> 1) % 2] }),
    )
    // who was too early for the offer has it now; the others have committed
    const outcomes = (await Promise.all(late)).map(({ code }) => code ?? 'done')
    const early = [...first].map(i => (tried[i]?.code === undefined ? 'AlreadyCommitted' : 'done'))
    expect(outcomes).toEqual(early)
    expect(await views(opened, series)).toEqual([full, full])
  }, 240_000)

  it('who race for any number of seats get as many as there are, whatever came before', async () => {
    opened = await open()
    const stack = opened
    const race = async (most: number, racers: number) => {
      const series = await stack.newSeries(most)
      const raced = await all(stack, series, 'commitInPitch', commit, racers)
      const taken = Math.min(most, racers)
      const refused = racers > most ? { SeriesFull: racers - most } : {}
      expect(countOf(raced)).toEqual({ done: taken, ...refused })
      const status = most > racers ? 'open' : 'full'
      const left = [most - taken, most - taken]
      for (const view of await views(stack, series)) expect(view).toMatchObject({ taken, listed: taken, status, left })
    }
    const some = fc.integer({ min: 1, max: 12 })
    await fc.assert(fc.asyncProperty(some, some, race), { numRuns: 6, examples: [[1, 12]] })
  }, 240_000)

  it('get more seats than there are without the lock of the series (the control)', async () => {
    opened = await open({ shows: [], handlers: { commitInPitch: without => commitInPitch(unlocked(without)) } })
    const series = await opened.newSeries(1)
    const codes = await all(opened, series, 'commitInPitch', commit)
    expect(countOf(codes)['done']).toBeGreaterThan(1)
  }, 240_000)
})

interface Selecting {
  select(...fields: unknown[]): { from(table: unknown): object }
}

/** The same call, whose database takes no lock on a series. */
const unlocked = <C extends { readonly db: Transaction }>(context: C): C => {
  const plain = context.db as unknown as Selecting
  const select: Selecting['select'] = (...fields) => ({
    from: table => {
      const query = plain.select(...fields).from(table)
      return table === spvSeries ? Object.assign(query, { for: () => query }) : query
    },
  })
  const db = new Proxy(context.db, {
    get: (target, key) => {
      if (key === 'select') return select
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...context, db }
}
