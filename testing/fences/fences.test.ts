import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const home = join(root, '.out/fences')
afterAll(() => rmSync(home, { recursive: true, force: true }))

/**
 * The output of `tsc -b` for one more file in a project; empty if it compiles. `whole`: together with the project's own
 * files.
 */
function compile(name: string, project: 'contract' | 'server' | 'web', code: string, whole = false): string {
  const folder = join(home, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'probe.ts'), code)
  const config = {
    extends: `../../../tsconfig.${project}.json`,
    compilerOptions: { rootDir: '../../..', outDir: './out', tsBuildInfoFile: './probe.tsbuildinfo' },
    include: ['probe.ts', ...(whole ? ['../../../server/**/*.ts', '../../../features/*/*/server/**/*.ts'] : [])],
    exclude: ['../../../**/*.test.ts'],
    references: project === 'contract' ? [] : [{ path: '../../../tsconfig.contract.json' }],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-b', folder], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    return ''
  } catch (error) {
    return String((error as { stdout: string }).stdout)
      .split('\n')
      .filter(line => line.includes('probe.ts'))
      .join('\n')
  }
}

describe('the fences between contract, server and web', { timeout: 120_000 }, () => {
  it('lets a screen use a contract', () => {
    expect(
      compile(
        'screen',
        'web',
        "import { calls } from '#app/contract/calls.ts'\nexport const title = document.title + typeof calls",
      ),
    ).toBe('')
  })
  it('refuses a screen that imports a handler', () => {
    expect(
      compile(
        'leak',
        'web',
        "import { planFeature } from '#features/planning/plan/server/feature.ts'\nexport const leak = planFeature",
      ),
    ).toContain('TS6307')
  })
  it('refuses a handler that imports a screen', () => {
    expect(
      compile('shown', 'server', "import { client } from '#web/client/client.ts'\nexport const leak = client"),
    ).toContain('TS6307')
  })
  it('refuses a contract that touches the DOM', () => {
    expect(compile('dom', 'contract', 'export const title = document.title')).toContain('TS2584')
  })
  it('refuses a contract that touches Node', () => {
    expect(compile('node', 'contract', 'export const home = process.env')).toContain('TS2591')
  })
  it('refuses a call without a handler, and an error that no contract declares', () => {
    const said = compile(
      'handlers',
      'server',
      `import { planCalls } from '#features/planning/plan/contract.ts'
import type { Handlers } from '#server/context.ts'
type All = Handlers<typeof planCalls>
export const missing = {} satisfies All
export const undeclared: All['deletePitch'] = async ({ fail }) => fail('AlreadyCommitted')
export const declared: All['deletePitch'] = async ({ fail }) => fail('PitchNotFound')
import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { noticeCalls } from '#features/notify/notice/contract.ts'
import type { reportCalls } from '#features/results/report/contract.ts'
export const noPitch = withPitch<typeof noticeCalls.readNotice>('sees', async () => ({}))
export const noRule = withPitch<typeof reportCalls.getPitchChat>(() => true, async () => ({ items: [], total: 0 }))
export const managed = withPitch<typeof reportCalls.getPitchChat>('manages', async () => ({ items: [], total: 0 }))
`,
      true,
    )
    expect(said).toMatch(/probe\.ts\(4,.*TS2740/)
    expect(said).toMatch(/probe\.ts\(5,.*TS2345.*AlreadyCommitted/)
    expect(said).not.toMatch(/probe\.ts\(6,/)
    // a call that names no pitch, and one that does not declare NoPermission
    expect(said).toMatch(/probe\.ts\(10,.*TS2345/)
    expect(said).toMatch(/probe\.ts\(11,.*TS2345/)
    expect(said).not.toMatch(/probe\.ts\(12,/)
  })
})
