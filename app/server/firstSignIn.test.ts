import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSettings } from '#app/server/settings.ts'
import { brokenPasswordRules } from '#features/core/account/passwordRules.ts'
import { openDatabase } from '#server/db/database.ts'
import { freshDatabase } from '#testing/database.ts'
import { firstSignIn, randomPassword } from './firstSignIn.ts'

let dir: string
let opened: ReturnType<typeof openDatabase>
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rostrum-first-'))
  opened = openDatabase(await freshDatabase())
})
afterEach(async () => {
  await opened.pool.end()
  await rm(dir, { recursive: true, force: true })
})
const file = () => join(dir, 'first-sign-in.txt')

it('creates the superadmin once and keeps the password where only its owner reads it', async () => {
  const settings = readSettings({ DATA_DIR: dir })
  const first = await firstSignIn(opened.db, settings)
  expect(first).toMatchObject({ username: 'superadmin', file: file() })
  expect(readFileSync(file(), 'utf8')).toContain(`password: ${first?.password}`)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(await firstSignIn(opened.db, settings)).toBeUndefined()
  expect(readFileSync(file(), 'utf8')).toContain(`password: ${first?.password}`)
})

it('uses the password and the address of the settings', async () => {
  const settings = readSettings({
    DATA_DIR: dir,
    SUPERADMIN_PASSWORD: 'harbour7lantern',
    SUPERADMIN_EMAIL: 'ops@example.com',
  })
  expect(await firstSignIn(opened.db, settings)).toMatchObject({ password: 'harbour7lantern' })
  expect(readFileSync(file(), 'utf8')).toContain('e-mail: ops@example.com')
})

it('creates one superadmin when two servers start at once', async () => {
  const settings = readSettings({ DATA_DIR: dir })
  const both = await Promise.all([firstSignIn(opened.db, settings), firstSignIn(opened.db, settings)])
  expect(both.filter(Boolean)).toHaveLength(1)
})

it('keeps the password of a start that was cut off after it had created the superadmin', async () => {
  const settings = readSettings({ DATA_DIR: dir })
  const first = await firstSignIn(opened.db, settings)
  await rm(file())
  const pending = join(dir, 'first-sign-in.1234.new')
  writeFileSync(pending, `password: ${first?.password}\n`, { mode: 0o600 })
  await firstSignIn(opened.db, settings)
  expect(readFileSync(file(), 'utf8')).toContain(`password: ${first?.password}`)
  expect(existsSync(pending)).toBe(false)
})

it('makes passwords that pass the rules, and no two alike', () => {
  const made = Array.from({ length: 500 }, randomPassword)
  expect(new Set(made).size).toBe(500)
  expect(made.flatMap(password => brokenPasswordRules(password))).toEqual([])
})
