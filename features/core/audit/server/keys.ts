import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rightNow } from '#server/clock.ts'
import type { Settings } from '#server/settings.ts'
import type { Head } from './chain.ts'

type Place = Pick<Settings, 'dataDir' | 'auditKey'>

/** The key that signs the head: AUDIT_KEY, or one of this installation's own beside the database, made once. */
export function readAuditKey({ dataDir, auditKey }: Place): string {
  if (auditKey) return auditKey
  const file = join(dataDir, 'audit.key')
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** Where this server remembers the head that it saw last: an older database that is put in place of this one shows. */
export const witnessFile = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'audit-head.json')

/** The head that this server saw last; undefined before the first one. */
export function readWitness(settings: Pick<Settings, 'dataDir'>): Head | undefined {
  try {
    const { count, hash } = JSON.parse(readFileSync(witnessFile(settings), 'utf8'))
    return { count, hash }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function writeWitness(settings: Pick<Settings, 'dataDir'>, head: Head): void {
  const file = witnessFile(settings)
  writeFileSync(`${file}.new`, JSON.stringify({ ...head, at: rightNow().toISOString() }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
