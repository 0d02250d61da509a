import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const home = mkdtempSync(join(root, '.out/migration-'))
afterAll(() => rmSync(home, { recursive: true }))

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'], NO_COLOR: '1' } })

describe('npm run migration', () => {
  it.each([[[]], [['Add Recording']], [['one', 'two']], [['--empty']]])('asks for one name: %j', args => {
    const { status, stderr } = run('scripts/migration.ts', ...args)
    expect(status).toBe(1)
    expect(stderr.trim()).toBe('Name what it does, in small letters: npm run migration -- add_recording')
  })

  it('finds nothing to write: the migrations create every table as its source declares it', () => {
    cpSync(join(root, 'migrations'), join(home, 'migrations'), { recursive: true })
    const config = readFileSync(join(root, 'drizzle.config.ts'), 'utf8')
    writeFileSync(
      join(home, 'drizzle.config.ts'),
      config.replace("'./migrations'", `'./${relative(root, home)}/migrations'`),
    )
    const before = readdirSync(join(home, 'migrations'))
    const { status, stdout } = run(
      'node_modules/drizzle-kit/bin.cjs',
      'generate',
      `--config=${join(home, 'drizzle.config.ts')}`,
    )
    expect(stdout).toContain('No schema changes')
    expect(status).toBe(0)
    expect(readdirSync(join(home, 'migrations'))).toEqual(before)
  })
})
