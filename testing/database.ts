import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A migrated, empty database of this test file's own. Answers its address. */
export async function freshDatabase(): Promise<string> {
  const url = inject('postgres')
  const name = `t${process.pid}_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: onDatabase(url, 'postgres') })
  await admin.connect()
  try {
    await admin.query(`create database ${name} template rostrum strategy file_copy`)
  } finally {
    await admin.end()
  }
  return onDatabase(url, name)
}

/** The same server's other database. */
export const onDatabase = (url: string, name: string) => url.replace('/rostrum?', `/${name}?`)
