import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Database } from '#server/db/database.ts'

/**
 * Refuses a second connection from the pool while a transaction holds one: as many such handlers as there are
 * connections would wait for each other, and so would the whole server. In practice only a crowd shows this, so in
 * tests it fails at once.
 */
export function oneConnectionEach(pool: pg.Pool, db: Database): Database {
  const transactions = new AsyncLocalStorage<{ isOver: boolean }>()
  const connect = pool.connect.bind(pool)
  pool.connect = ((...asked: Parameters<typeof connect>) => {
    const transaction = transactions.getStore()
    if (transaction?.isOver === false) throw new Error('a second connection was asked for within a transaction')
    return connect(...asked)
  }) as typeof pool.connect
  const transaction: Database['transaction'] = (act, config) =>
    db.transaction(tx => {
      const mine = { isOver: false }
      return transactions.run(mine, () => act(tx)).finally(() => (mine.isOver = true))
    }, config)
  return Object.assign(Object.create(db) as Database, { transaction })
}
