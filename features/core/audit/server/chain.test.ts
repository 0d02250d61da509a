import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Stack, startStack } from '#testing/startStack.ts'
import { GENESIS, type Head } from './chain.ts'
import { auditJobs } from './jobs.ts'
import { readAuditKey, readWitness, writeWitness } from './keys.ts'
import { ChainBroken, sealEntries, startSealing } from './seal.ts'
import { auditEntry, auditHead } from './tables.ts'
import { verifyChain } from './verify.ts'
import { writeAudit } from './writeAudit.ts'

const key = 'a key of thirty-two characters or more'
let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(auditEntry)
  await stack.db.delete(auditHead)
})

const write = (subject: string, detail = {}) =>
  writeAudit({ db: stack.db }, { action: 'test.write', subject, detail, organisationId: null })
const seal = (witness?: Head) => sealEntries(stack.db, key, witness)
const verify = (witness?: Head) => verifyChain(stack.db, { key, witness, batch: 3 })

/** Ten sealed entries. */
async function ten(): Promise<Head> {
  for (let number = 1; number <= 10; number++) await write(String(number), { b: 2, a: [1, { y: null, x: '路演' }] })
  const head = await seal()
  if (!head) throw new Error('no other process seals here')
  return head
}

describe('the chain', () => {
  it('gives every entry its place, and is in order', async () => {
    expect(await ten()).toMatchObject({ count: 10, sealed: 10 })
    await write('11')
    expect(await seal()).toMatchObject({ count: 11, sealed: 1 })
    expect(await verify()).toEqual({ count: 11, problem: undefined })
    const rows = await stack.db.select().from(auditEntry).orderBy(asc(auditEntry.number))
    expect(rows.map(row => row.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(new Set(rows.map(row => row.hash)).size).toBe(11)
  })

  it('is in order before anything was written', async () => {
    expect(await verify()).toEqual({ count: 0, problem: undefined })
    expect(await seal()).toEqual({ count: 0, hash: GENESIS, sealed: 0 })
  })

  it('seals a late commit after an earlier one, without a gap', async () => {
    let commit = () => {}
    const held = new Promise<void>(done => {
      commit = done
    })
    let written = () => {}
    const isWritten = new Promise<void>(done => {
      written = done
    })
    const late = stack.db.transaction(async db => {
      await writeAudit({ db }, { action: 'test.write', subject: 'late' })
      written()
      await held
    })
    await isWritten
    await write('early')
    expect(await seal()).toMatchObject({ count: 1 })
    commit()
    await late
    expect(await seal()).toMatchObject({ count: 2 })
    const rows = await stack.db.select().from(auditEntry).orderBy(asc(auditEntry.number))
    expect(rows.map(row => row.subject)).toEqual(['early', 'late'])
    expect(await verify()).toEqual({ count: 2, problem: undefined })
  })

  it('is sealed once by many at the same time, while many write', async () => {
    const writers = Array.from({ length: 30 }, (_, at) => write(`racing ${at}`))
    const sealers = Array.from({ length: 8 }, () => seal())
    await Promise.all([...writers, ...sealers])
    await seal()
    expect(await verify()).toEqual({ count: 30, problem: undefined })
  })
})

describe('tampering', () => {
  const changes: [string, Partial<typeof auditEntry.$inferInsert>][] = [
    ['action', { action: 'test.other' }],
    ['subject', { subject: 'somebody else' }],
    ['actor', { actorId: '00000000-0000-4000-8000-000000000001' }],
    ['impersonator', { impersonatorId: '00000000-0000-4000-8000-000000000001' }],
    ['organisation', { organisationId: '00000000-0000-4000-8000-000000000001' }],
    ['detail', { detail: { b: 2, a: [1, { y: null, x: '路' }] } }],
    ['address', { ip: '10.0.0.1' }],
    ['time', { at: new Date(0) }],
    ['hash', { hash: GENESIS }],
  ]
  it.each(changes)('shows a changed %s', async (_what, values) => {
    await ten()
    await stack.db.update(auditEntry).set(values).where(eq(auditEntry.number, 4))
    expect(await verify()).toMatchObject({ count: 3, problem: { kind: 'changed', number: 4 } })
  })

  it('does not take a detail whose keys came back in another order for a changed one', async () => {
    await ten()
    const detail = { a: [1, { x: '路演', y: null }], b: 2 }
    await stack.db.update(auditEntry).set({ detail }).where(eq(auditEntry.number, 4))
    expect(await verify()).toMatchObject({ problem: undefined })
  })

  it('shows an entry taken out of the middle', async () => {
    await ten()
    await stack.db.delete(auditEntry).where(eq(auditEntry.number, 5))
    expect(await verify()).toEqual({ count: 4, problem: { kind: 'missing', number: 5 } })
  })

  it('shows an entry taken out whose followers were moved up and hashed anew', async () => {
    await ten()
    await stack.db.delete(auditEntry).where(eq(auditEntry.number, 5))
    await stack.db.update(auditEntry).set({ number: null, hash: null }).where(sql`number > 5`)
    const forged = 'whoever forges has another key of their own'
    const [head] = await stack.db.select().from(auditHead)
    await stack.db.delete(auditHead)
    await stack.db.update(auditEntry).set({ number: null, hash: null })
    await sealEntries(stack.db, forged)
    expect(await verify()).toMatchObject({ count: 9, problem: { kind: 'signature' } })
    // putting the old head back does not help
    await stack.db.delete(auditHead)
    if (head) await stack.db.insert(auditHead).values(head)
    expect(await verify()).toMatchObject({ problem: { kind: 'tail', found: 9, signed: 10 } })
  })

  it('shows a cut-off tail, the whole of the log included', async () => {
    await ten()
    await stack.db.delete(auditEntry).where(sql`number > 7`)
    expect(await verify()).toEqual({ count: 7, problem: { kind: 'tail', found: 7, signed: 10 } })
    await stack.db.delete(auditEntry)
    expect(await verify()).toEqual({ count: 0, problem: { kind: 'tail', found: 0, signed: 10 } })
    await stack.db.delete(auditHead)
    expect(await verify()).toEqual({ count: 0, problem: undefined })
    expect(await verify({ count: 10, hash: 'x' })).toMatchObject({ problem: { kind: 'witness', witnessed: 10 } })
  })

  it('shows a missing head, and one of an older time, by what the server remembers', async () => {
    await ten()
    const [older] = await stack.db.select().from(auditHead)
    await write('11')
    const head = await seal()
    expect(await verify(head)).toMatchObject({ problem: undefined })
    await stack.db.delete(auditEntry).where(eq(auditEntry.number, 11))
    if (older) await stack.db.update(auditHead).set(older)
    // an older database is in order in itself
    expect(await verify()).toMatchObject({ count: 10, problem: undefined })
    expect(await verify(head)).toEqual({ count: 10, problem: { kind: 'witness', witnessed: 11, found: 10 } })
    await stack.db.delete(auditHead)
    expect(await verify()).toEqual({ count: 10, problem: { kind: 'head' } })
  })

  it('shows what no server has sealed for a minute', async () => {
    await ten()
    await write('forgotten')
    expect(await verify()).toMatchObject({ problem: undefined })
    await stack.db
      .update(auditEntry)
      .set({ at: new Date(Date.now() - 61_000) })
      .where(eq(auditEntry.subject, 'forgotten'))
    expect(await verify()).toMatchObject({ count: 10, problem: { kind: 'unsealed' } })
  })

  it('is never signed over: sealing stops', async () => {
    const head = await ten()
    await write('11')
    await stack.db.update(auditHead).set({ signature: GENESIS })
    await expect(seal()).rejects.toThrow(ChainBroken)
    await stack.db.delete(auditHead)
    await expect(seal()).rejects.toThrow(ChainBroken)
    await stack.db.delete(auditEntry)
    await write('a new beginning')
    await expect(seal(head)).rejects.toThrow(ChainBroken)
    expect(await stack.db.select().from(auditHead)).toEqual([])
  })
})

describe('the daily verification', () => {
  // each with a memory of its own
  const frame = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rostrum-audit-'))
    return { ...stack.frame, settings: { ...stack.frame.settings, dataDir, auditKey: key } }
  }
  const verifyDaily = () => auditJobs.verifyAudit({}, frame())
  const sealOnce = async () => {
    const sealing = startSealing(frame())
    await sealing.stop()
    return sealing.status()
  }

  it('notes when it ran, and nothing of a log that is in order', async () => {
    await ten()
    await verifyDaily()
    expect(await stack.db.select().from(auditHead)).toMatchObject([{ verifiedAt: expect.any(Date), problem: null }])
    expect(await sealOnce()).toBe('ok')
  })

  it('has the health of the console say what was found, until it is in order again', async () => {
    await ten()
    const of = eq(auditEntry.number, 4)
    await stack.db.update(auditEntry).set({ subject: 'another' }).where(of)
    await verifyDaily()
    expect(await sealOnce()).toMatch(/^off: its last verification found: Entry number 4 .* was changed/)
    await stack.db.update(auditEntry).set({ subject: '4' }).where(of)
    await verifyDaily()
    expect(await sealOnce()).toBe('ok')
  })
})

describe('the key', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rostrum-audit-'))
  it('is made once, for its owner only, unless one is set', () => {
    const made = readAuditKey({ dataDir, auditKey: undefined })
    expect(made).toMatch(/^[\da-f]{64}$/)
    expect(readAuditKey({ dataDir, auditKey: undefined })).toBe(made)
    expect(statSync(join(dataDir, 'audit.key')).mode & 0o777).toBe(0o600)
    expect(readAuditKey({ dataDir, auditKey: key })).toBe(key)
  })
  it('does not lie in what the server remembers', () => {
    expect(readWitness({ dataDir })).toBeUndefined()
    writeWitness({ dataDir }, { count: 3, hash: 'abc' })
    expect(readWitness({ dataDir })).toEqual({ count: 3, hash: 'abc' })
    expect(readFileSync(join(dataDir, 'audit-head.json'), 'utf8')).not.toContain(
      readAuditKey({ dataDir, auditKey: undefined }),
    )
  })
})
