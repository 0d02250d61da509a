import type { Database, Transaction } from './database.ts'

type Db = Database | Transaction

/**
 * A statement that nearly every call runs: it is built once for each connection pool, and PostgreSQL plans it once
 * under its name.
 */
export function preparedOnce<S>(prepare: (db: Db) => S): (db: Db) => S {
  const known = new WeakMap<Db, S>()
  return db => {
    const statement = known.get(db) ?? prepare(db)
    known.set(db, statement)
    return statement
  }
}
