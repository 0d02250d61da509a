import { sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { EXPORTED } from '#server/sheets/csv.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(() => stack.db.delete(auditEntry))

/** An entry, an hour after the one before it. */
let hour = 0
async function write(
  by: PersonName,
  action: string,
  subject: string,
  more: Partial<typeof auditEntry.$inferInsert> = {},
) {
  const { id: actorId, organisationId } = stack.people[by]
  const at = new Date(Date.UTC(2026, 0, 1, hour++))
  const [row] = await stack.db
    .insert(auditEntry)
    .values({ actorId, organisationId, action, subject, ip: '192.0.2.1', at, ...more })
    .returning()
  return row
}
const actions = async (by: PersonName, filter = {}) =>
  (await stack.as(by).getAuditList(filter)).items.map(entry => entry.action)

describe('the audit log', () => {
  it('is of the own organisation for an admin, and of all for a superadmin', async () => {
    await write('presenter', 'pitch.create', 'a')
    await write('lumenPresenter', 'pitch.lock', 'b')
    await write('presenter', 'session.end', 'c', { organisationId: null })
    expect(await actions('admin')).toEqual(['pitch.create'])
    expect(await actions('lumenAdmin')).toEqual(['pitch.lock'])
    expect(await actions('superadmin')).toEqual(['session.end', 'pitch.lock', 'pitch.create'])
    for (const filter of [{ content: 'b' }, { action: 'pitch.lock' }, { actor: stack.people.lumenPresenter.id }])
      expect(await actions('admin', filter)).toEqual([])
    expect((await stack.as('admin').getLog({ subject: 'b' })).total).toBe(0)
    expect((await stack.as('admin').exportAuditLog({ content: 'b' })).rows).toBe(0)
  })

  it('names people and pitches as they are called today, and the administrator who acted as them', async () => {
    const { presenter, superadmin, investor } = stack.people
    await write('presenter', 'account.disable', investor.id, { impersonatorId: superadmin.id, detail: { why: 1 } })
    const [entry] = (await stack.as('admin').getAuditList({})).items
    expect(entry).toMatchObject({
      actor: { id: presenter.id, name: 'Paul Presenter', email: presenter.email },
      impersonator: { id: superadmin.id, name: 'Sam Super' },
      subject: investor.id,
      subject_name: 'Ivy Investor',
      detail: { why: 1 },
      ip: '192.0.2.1',
      org_name: 'Quill Ventures',
      number: null,
    })
  })

  it('names mails, invitations and commitments as well, and the ids among the details, in the list and the CSV', async () => {
    const { investor, coHost, admin } = stack.people
    await stack.as('admin').createInviteTypeUser({ email: 'nina@fund.test', role_type_live: 'vc' })
    const { items: mails } = await stack.as('superadmin').getMailList({})
    const mail = mails.find(one => one.recipient === 'nina@fund.test')
    await stack.as('superadmin').getMail({ id: mail?.id ?? '' })
    const pitch = await stack.db.execute<{ uuid: string }>(sql`
      insert into pitch (organisation_id, user_id, presentation_name, presenter_name, starts_at, start_zone, ends_at, end_zone, state)
      values (${admin.organisationId}, ${coHost.id}, 'Coral Battery, Seed', 'C', now(), 'UTC', now(), 'UTC', 'over') returning uuid`)
    const uuid = pitch.rows[0]?.uuid ?? ''
    await write('investor', 'commitment.create', crypto.randomUUID(), { detail: { pitch: uuid, initials: 'II' } })
    await write('admin', 'pitch.handOver', uuid, { detail: { from: investor.id, to: coHost.id, parts: [admin.id] } })
    await write('admin', 'invitation.delete', crypto.randomUUID(), { detail: { email: 'gone@fund.test' } })
    const { items } = await stack.as('superadmin').getAuditList({})
    const named = Object.fromEntries(items.map(entry => [entry.action, entry.subject_name]))
    expect(named).toMatchObject({
      'invitation.create': 'nina@fund.test',
      'mail.read': `${mail?.subject} (nina@fund.test)`,
      'commitment.create': 'Coral Battery, Seed',
      'pitch.handOver': 'Coral Battery, Seed',
      'invitation.delete': 'gone@fund.test',
    })
    const names = { [investor.id]: 'Ivy Investor', [coHost.id]: expect.any(String), [admin.id]: expect.any(String) }
    expect(items.find(entry => entry.action === 'pitch.handOver')?.detail_names).toEqual(names)
    const { csv } = await stack.as('superadmin').exportAuditLog({ action: 'pitch.handOver' })
    const [, row] = Papa.parse<string[]>(csv.slice(1).trimEnd()).data
    expect(row?.[8]).toBe('Coral Battery, Seed')
    expect(JSON.parse(row?.[9] ?? '{}').names).toEqual(names)
  })

  it('is searched by name, address, id and action, and filtered by action, person and time', async () => {
    const { presenter, investor, coHost } = stack.people
    const first = await write('presenter', 'pitch.create', 'a', { ip: '198.51.100.7' })
    await write('investor', 'commitment.create', 'b')
    await write('coHost', 'pitch.lock', presenter.id, { impersonatorId: stack.people.superadmin.id })
    expect(await actions('admin', { content: 'pAUL pres' })).toEqual(['pitch.lock', 'pitch.create'])
    expect(await actions('admin', { content: investor.email })).toEqual(['commitment.create'])
    expect(await actions('admin', { content: '198.51.100.7' })).toEqual(['pitch.create'])
    expect(await actions('admin', { content: 'pitch.lock' })).toEqual(['pitch.lock'])
    expect(await actions('admin', { content: 'b' })).toContain('commitment.create')
    expect(await actions('admin', { content: '%' })).toEqual([])
    expect(await actions('admin', { action: 'pitch.lock' })).toEqual(['pitch.lock'])
    expect(await actions('admin', { actor: coHost.id })).toEqual(['pitch.lock'])
    expect(await actions('admin', { actor: stack.people.superadmin.id })).toEqual(['pitch.lock'])
    const at = first?.at ?? new Date()
    const until = new Date(at.getTime() + 1).toISOString()
    expect(await actions('admin', { from: at.toISOString(), until })).toEqual(['pitch.create'])
    expect(await actions('admin', { from: until })).toEqual(['pitch.lock', 'commitment.create'])
  })

  it('comes in pages, sorted by time or action', async () => {
    for (const action of ['b.b', 'a.a', 'c.c', 'a.a']) await write('presenter', action, 'x')
    expect(await actions('admin', { limit: 2 })).toEqual(['a.a', 'c.c'])
    expect(await actions('admin', { limit: 2, page: 2 })).toEqual(['a.a', 'b.b'])
    expect(await actions('admin', { order: 'asc', limit: 1 })).toEqual(['b.b'])
    expect(await actions('admin', { sort: 'action', order: 'asc' })).toEqual(['a.a', 'a.a', 'b.b', 'c.c'])
    expect((await stack.as('admin').getAuditList({ limit: 1 })).total).toBe(4)
  })

  it('[CALL-216] fetches the log of one subject, newest first', async () => {
    await write('presenter', 'pitch.create', 'p1')
    await write('presenter', 'pitch.create', 'p2')
    await write('admin', 'pitch.lock', 'p1')
    const { items, total } = await stack.as('admin').getLog({ subject: 'p1' })
    expect([items.map(entry => entry.action), total]).toEqual([['pitch.lock', 'pitch.create'], 2])
    for (const name of ['useradmin', 'pitchadmin', 'presenter', 'investor'] as const)
      await expect(stack.as(name).getLog({ subject: 'p1' })).rejects.toMatchObject({ code: 'NotAllowed' })
  })
})

describe('exportAuditLog', () => {
  const exported = async (by: PersonName, filter = {}) => {
    const answer = await stack.as(by).exportAuditLog(filter)
    return { ...answer, table: Papa.parse<string[]>(answer.csv.slice(1).trimEnd()).data }
  }

  it('writes what the filter finds, and itself into the log', async () => {
    await write('presenter', 'pitch.create', 'p1', { detail: { title: 'Séed' } })
    await write('presenter', 'pitch.lock', 'p1')
    const { filename, table, rows, total } = await exported('admin', { action: 'pitch.create' })
    expect([rows, total]).toEqual([1, 1])
    expect(filename).toMatch(/^\d{4}-\d\d-\d\d-audit-log\.csv$/)
    expect(table[0]?.slice(0, 4)).toEqual(['Number', 'Time (UTC)', 'Action', 'By'])
    expect(table[1]?.slice(2, 5)).toEqual(['pitch.create', 'Paul Presenter', stack.people.presenter.email])
    expect(table[1]?.[9]).toBe('{"title":"Séed"}')
    const [entry] = (await stack.as('admin').getAuditList({ action: 'audit.export' })).items
    expect(entry).toMatchObject({
      actor: { id: stack.people.admin.id },
      detail: { rows: 1, total: 1, filter: { action: 'pitch.create' } },
    })
  })

  it('keeps what a spreadsheet would run as text', async () => {
    await write('presenter', 'pitch.create', '=cmd|calc!A1', { ip: '@SUM(1)' })
    const { table } = await exported('admin')
    expect([table[1]?.[7], table[1]?.[10]]).toEqual(["'=cmd|calc!A1", "'@SUM(1)"])
  })

  it('takes the newest when there are too many for a file, and says how many there are', async () => {
    await stack.db.execute(sql`insert into audit_entry (organisation_id, action, subject, at)
      select ${stack.people.admin.organisationId}::uuid, 'pitch.create', n::text, to_timestamp(n)
      from generate_series(1, ${EXPORTED + 5}) n`)
    const { rows, total, table } = await exported('admin')
    expect([rows, total]).toEqual([EXPORTED, EXPORTED + 5])
    expect([table[1]?.[7], table.at(-1)?.[7]]).toEqual([String(EXPORTED + 5), '6'])
    // a list counts no further than its screen says
    expect((await stack.as('admin').getAuditList({ action: 'pitch.create' })).total).toBe(10_001)
  })
})

describe('writeAudit', () => {
  it('is a part of the deed: what is taken back was never written', async () => {
    const deed = stack.db.transaction(async db => {
      await writeAudit({ db }, { action: 'test.write', subject: 'x' })
      throw new Error('taken back')
    })
    await expect(deed).rejects.toThrow('taken back')
    expect(await stack.db.$count(auditEntry)).toBe(0)
  })
})
