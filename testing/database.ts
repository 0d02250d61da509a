import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A migrated database for this test file, without rows. Returns its address. */
export const freshDatabase = (): Promise<string> => createDatabase('template rostrum strategy file_copy')

/** A database for this test file without any table. Returns its address. */
export const emptyDatabase = (): Promise<string> => createDatabase('template template0')

async function createDatabase(how: string): Promise<string> {
  const url = inject('postgres')
  const name = `t${process.pid}_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: onDatabase(url, 'postgres') })
  await admin.connect()
  try {
    await admin.query(`create database ${name} ${how}`)
  } finally {
    await admin.end()
  }
  return onDatabase(url, name)
}

/** Another database on the same server. */
export const onDatabase = (url: string, name: string) => url.replace('/rostrum?', `/${name}?`)
