import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#app/server/settings.ts'
import { verifyChain } from '#features/core/audit/server/verify.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'
import { unseal } from '#server/secrets.ts'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { emptyDatabase, freshDatabase } from '#testing/database.ts'
import { objectsOf, restoreDatabase } from './dump.ts'
import { fixtureKeys } from './makeFixture.ts'
import { readFixture, releases } from './releases.ts'
import { lostRows, type Row, readRows } from './rows.ts'
import { visit } from './visit.ts'

/**
 * What migrations were meant to change or drop in rows of earlier releases, as `public.account.note`, each with its
 * reason.
 */
const meant: ReadonlySet<string> = new Set()

it('every release has a database', async () => {
  expect(releases().length).toBeGreaterThan(0)
  for (const { version, migrations } of releases()) {
    expect(migrations.length).toBeGreaterThan(0)
    expect((await readFixture(version)).length).toBeGreaterThan(100_000)
  }
})

describe.each(releases())('an update from $version', ({ version }) => {
  let url: string
  let before: ReadonlyMap<string, readonly Row[]>
  let after: ReadonlyMap<string, readonly Row[]>

  beforeAll(async () => {
    url = await emptyDatabase()
    await restoreDatabase(url, await readFixture(version))
    before = await readRows(url)
    const { pool } = openDatabase(url)
    await migrateDatabase(pool)
    await migrateJobs(pool)
    await pool.end()
    after = await readRows(url)
  })

  it('begins with rows in every table', () => {
    expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([])
    expect(before.size).toBeGreaterThan(70)
  })

  it('keeps every row of every table as it was', () => {
    expect(lostRows(before, after, meant)).toEqual([])
    const added = [...before]
      .filter(([table, rows]) => after.get(table)?.length !== rows.length)
      .map(([table]) => table)
    // only the table of migrations may have more rows
    expect(added.filter(table => !/migrations$/.test(table))).toEqual([])
  })

  it('[ENT-010] transcribes no recording of a pitch for which nobody chose it', () => {
    expect(new Set(after.get('public.pitch')?.map(({ transcript }) => transcript))).toEqual(new Set([false]))
  })

  it('has the same structure as a new console, to the last column and index', async () => {
    expect(await objectsOf(url)).toEqual(await objectsOf(await freshDatabase()))
  })

  it('leaves the audit log valid, under the same signature', async () => {
    const { pool, db } = openDatabase(url)
    const verdict = await verifyChain(db, { key: fixtureKeys.AUDIT_KEY })
    await pool.end()
    expect(verdict).toEqual({ count: before.get('public.audit_entry')?.length, problem: undefined })
    expect(verdict.count).toBeGreaterThan(20)
  })

  it('leaves the secrets of factors readable', async () => {
    const settings = readSettings(fixtureKeys)
    const app = after.get('public.factor')?.find(({ kind }) => kind === 'app')
    expect(await unseal(settings, String(app?.['secret']), String(app?.['account_id']))).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('lets the console start on it, with everybody’s data as before', { timeout: 120_000 }, async () => {
    const running = await startConsoleProcess({ env: { DATABASE_URL: url, ...fixtureKeys } })
    afterAll(running.stop)
    const health = (await (await fetch(`${running.url}/healthz`)).json()) as { parts: Record<string, string> }
    expect(health.parts).toMatchObject({ database: 'ok', jobs: 'ok', audit: 'ok' })
    const presenter = await visit(running.url, 'presenter')
    const { items: pitches } = await presenter.getPitchListForPresenter({})
    expect(pitches.map(pitch => pitch.presentation_name).toSorted()).toEqual([
      'Seed round',
      'Seed round of Acme',
      'Still going on',
    ])
    const over = { pitch_uuid: pitches.find(pitch => pitch.presentation_name === 'Seed round')?.uuid ?? '' }
    const { uuid } = { uuid: over.pitch_uuid }
    expect((await presenter.getCommitmentList({ uuid })).items).toMatchObject([
      { money_amount: '$25,000', initials: 'II' },
    ])
    expect((await presenter.getPitchAttendance(over)).items).toHaveLength(2)
    expect((await presenter.getPollList(over)).items).toMatchObject([{ question: 'Lunch at one?', state: 'closed' }])
    expect((await presenter.getPitchChat({ uuid })).items.map(one => one.content)).toContain('What is your margin?')
    expect((await presenter.sgGetPitchPagesData(over)).pages).toHaveLength(3)
    const admin = await visit(running.url, 'admin')
    expect((await admin.getTicketList({})).items).toHaveLength(1)
    expect((await admin.getUserListForEp({ limit: 100 })).total).toBeGreaterThan(10)
    expect(await (await visit(running.url, 'investor')).getMyCommitment({ uuid })).toMatchObject({
      initials: 'II',
    })
  })
})

describe('a row that an update loses', () => {
  const before = new Map([
    [
      'public.one',
      [
        { n: 1, m: 'a' },
        { n: 1, m: 'a' },
      ],
    ],
  ])
  const now = (...rows: Row[]) => new Map([['public.one', rows]])

  it('is found: deleted, changed, one of two equal ones, with its column or its whole table', () => {
    expect(lostRows(before, now({ n: 1, m: 'a', k: null }, { n: 1, m: 'a', k: 2 }, { n: 3, m: 'c', k: 2 }))).toEqual([])
    expect(lostRows(before, now({ n: 1, m: 'a' }))).toHaveLength(1)
    expect(lostRows(before, now({ n: 1, m: 'a' }, { n: 1, m: 'b' }))).toHaveLength(1)
    expect(lostRows(before, now({ n: 1 }, { n: 1 }))).toHaveLength(2)
    expect(lostRows(before, new Map())).toHaveLength(2)
    expect(lostRows(before, now({ n: 1 }, { n: 1 }), new Set(['public.one.m']))).toEqual([])
  })
})
