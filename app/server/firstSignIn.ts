import { randomInt, randomUUID } from 'node:crypto'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFirstAccount } from '#features/core/account/server/firstAccount.ts'
import { hasSuperadmin } from '#features/core/account/server/queries.ts'
import type { Database } from '#server/db/database.ts'
import type { Settings } from '#server/settings.ts'

/** What the operator signs in with the first time. */
export interface FirstSignIn {
  readonly username: string
  readonly password: string
  /** Where it is kept, readable by its owner only. */
  readonly file: string
}

/** Creates the super admin in an empty database and keeps the way in; undefined when there is one already. */
export async function firstSignIn(db: Database, settings: Settings): Promise<FirstSignIn | undefined> {
  const file = join(settings.dataDir, 'first-sign-in.txt')
  if (await hasSuperadmin(db)) {
    // What a start that was cut off between creating and keeping has left is the right password.
    const left = readdirSync(settings.dataDir).find(name => /^first-sign-in\..+\.new$/.test(name))
    if (left) renameSync(join(settings.dataDir, left), file)
    return
  }
  const pending = join(settings.dataDir, `first-sign-in.${randomUUID()}.new`)
  const password = settings.superadminPassword ?? randomPassword()
  const lines = [
    settings.publicUrl,
    'username: superadmin',
    `e-mail: ${settings.superadminEmail}`,
    `password: ${password}`,
  ]
  writeFileSync(pending, `${lines.join('\n')}\n`, { mode: 0o600 })
  const { created } = await createFirstAccount(db, { email: settings.superadminEmail, password })
  if (!created) {
    rmSync(pending)
    return
  }
  renameSync(pending, file)
  return { username: 'superadmin', password, file }
}

// Without l, o, 0 and 1, which look alike on a terminal.
const letters = 'abcdefghijkmnpqrstuvwxyz'
const digits = '23456789'

/** 18 characters in turns of two letters and a digit: no repetition or sequence of four is possible, 73 bits. */
export function randomPassword(): string {
  const one = (of: string) => of[randomInt(of.length)] ?? ''
  return Array.from({ length: 6 }, () => one(letters) + one(letters) + one(digits)).join('')
}
