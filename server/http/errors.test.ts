import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { freshDatabase } from '#testing/database.ts'
import { codeOf } from './errors.ts'

describe('a time-out in the database', () => {
  it('can be retried: of a lock, of an idle transaction, of waiting for a connection', async () => {
    const { pool, db } = openDatabase(await freshDatabase())
    const failure = (act: Promise<unknown>) => act.then(() => undefined, codeOf)
    const done = Promise.withResolvers<void>()
    const waits = db.transaction(async held => {
      await held.execute('select pg_advisory_xact_lock(1)')
      await db.transaction(async late => {
        await late.execute(`set local lock_timeout = '50ms'`)
        await late.execute('select pg_advisory_xact_lock(1)')
      })
    })
    expect(await failure(waits)).toBe('Unavailable')
    const still = db.transaction(async held => {
      await held.execute(`set local idle_in_transaction_session_timeout = '50ms'`)
      await new Promise(resolve => setTimeout(resolve, 300))
      await held.execute('select 1')
    })
    expect(await failure(still)).toBe('Unavailable')
    pool.options.connectionTimeoutMillis = 100
    const all = Array.from({ length: pool.options.max }, () => db.transaction(() => done.promise))
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await failure(db.execute('select 1'))).toBe('Unavailable')
    expect(await failure(db.transaction(async () => {}))).toBe('Unavailable')
    done.resolve()
    await Promise.all(all)
    await pool.end()
  })
})
