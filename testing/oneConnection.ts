import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Database } from '#server/db/database.ts'

/**
 * Lets nobody ask the pool for a connection while they hold one in a transaction: as many who do as there are
 * connections wait for each other, and the server for them. Only with a crowd it shows, so here it fails at once.
 */
export function oneConnectionEach(pool: pg.Pool, db: Database): Database {
  const held = new AsyncLocalStorage<{ isOver: boolean }>()
  const connect = pool.connect.bind(pool)
  pool.connect = ((...asked: Parameters<typeof connect>) => {
    const transaction = held.getStore()
    if (transaction?.isOver === false) throw new Error('a second connection was asked for within a transaction')
    return connect(...asked)
  }) as typeof pool.connect
  const transaction: Database['transaction'] = (act, config) =>
    db.transaction(tx => {
      const mine = { isOver: false }
      return held.run(mine, () => act(tx)).finally(() => (mine.isOver = true))
    }, config)
  return Object.assign(Object.create(db) as Database, { transaction })
}
