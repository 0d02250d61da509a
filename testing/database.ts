import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A migrated database for this test file, without rows. Returns its address. */
export const freshDatabase = async (): Promise<string> => copyDatabase(await postgresOfTests())

/** A database for this test file without any table. Returns its address. */
export const emptyDatabase = async (): Promise<string> => createDatabase(await postgresOfTests(), 'template template0')

/** The PostgreSQL that Vitest has started; a program outside of it starts its own and uses `copyDatabase`. */
const postgresOfTests = async () => (await import('vitest')).inject('postgres')

/** A copy of the migrated database at a PostgreSQL of `startTemplateDatabase`. Returns its address. */
export const copyDatabase = (url: string): Promise<string> => createDatabase(url, 'template rostrum strategy file_copy')

async function createDatabase(url: string, how: string): Promise<string> {
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
