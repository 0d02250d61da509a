import type { Database, Transaction } from './database.ts'

type Db = Database | Transaction

/**
 * A statement that nearly every call makes: for each connection pool it is put into words once, and PostgreSQL, by the name
 * that it has, plans it once.
 */
export function preparedOnce<S>(prepare: (db: Db) => S): (db: Db) => S {
  const known = new WeakMap<Db, S>()
  return db => {
    const statement = known.get(db) ?? prepare(db)
    known.set(db, statement)
    return statement
  }
}
