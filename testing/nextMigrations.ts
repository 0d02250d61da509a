import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { migrateDatabase, readMigrations } from '#server/db/migrate.ts'
import { freshDatabase } from './database.ts'

const root = new URL('..', import.meta.url).pathname

/**
 * Today's migrations followed by others, as a later version would have them, in a folder that is removed after the
 * test.
 */
export async function nextMigrations(...texts: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(root, 'migrations'), folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { idx: number; tag: string; when: number }[] }
  const last = readMigrations().at(-1)?.madeAt ?? 0
  for (const [i, text] of texts.entries()) {
    const tag = `${String(journal.entries.length).padStart(4, '0')}_next`
    journal.entries.push({ idx: journal.entries.length, tag, when: last + i + 1 })
    await writeFile(join(folder, `${tag}.sql`), text)
  }
  await writeFile(file, JSON.stringify(journal))
  return folder
}

/** A database that a later version has migrated. Returns its address. */
export async function newerDatabase(): Promise<string> {
  const url = await freshDatabase()
  const { pool } = openDatabase(url)
  await migrateDatabase(pool, { folder: await nextMigrations('create table next (n int)') })
  await pool.end()
  return url
}

/**
 * Migrates a database in another process, as the start of a later version does. Returns its output when it has
 * succeeded.
 */
export async function migrateElsewhere(url: string, folder: string): Promise<string> {
  const code = `
    const { openDatabase } = await import('#server/db/database.ts')
    const { migrateDatabase } = await import('#server/db/migrate.ts')
    const { pool } = openDatabase(${JSON.stringify(url)})
    await migrateDatabase(pool, { folder: ${JSON.stringify(folder)}, waits: name => console.log(name, 'waits') })
    await pool.end()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: root })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
  const [exit] = (await once(child, 'close')) as [number]
  if (exit !== 0) throw new Error(`the migration ended with ${exit}: ${said}`)
  return said
}
