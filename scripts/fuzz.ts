// Makes every call of /openapi.json with random and partly valid input, in every role: `npm run fuzz`. FUZZ_SECONDS is
// the time for each role (60), FUZZ_ROLES a list of roles, FUZZ_SEED repeats a run; --short is for the check, which has
// a minute and a half for it.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFuzzConsole } from '#testing/fuzzConsole.ts'
import { prepareSchemathesis } from './schemathesis.mjs'

const isShort = process.argv.includes('--short')
const seconds = Number(process.env['FUZZ_SECONDS'] ?? (isShort ? 6 : 60))
const only = process.env['FUZZ_ROLES']?.split(',')
const seed = process.env['FUZZ_SEED'] ?? String(Math.floor(Math.random() * 1e9))

// A server error appears as a code that no answer may have; `not_a_server_error` would also refuse declared failures,
// such as video that is off.
const checks = ['status_code_conformance', 'content_type_conformance', 'response_schema_conformance']

const program = prepareSchemathesis()
if (!program) process.exit(0)
const folder = await mkdtemp(join(tmpdir(), 'rostrum-fuzz-'))
const target = await openFuzzConsole(join(folder, 'data'))
let broken = 0
try {
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(target.document))
  for (const [role, token] of target.tokens) {
    if (only && !only.includes(role)) continue
    console.log(`\n── ${role}, seed ${seed}`)
    if ((await run(program, file, role === 'nobody' ? undefined : token)) !== 0) broken++
  }
  for (const line of target.internal()) console.log(line)
  broken += target.internal().length
} finally {
  await target.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
console.log(broken === 0 ? 'Nothing broke.' : `It broke: ${broken}.`)
process.exit(broken === 0 ? 0 : 1)

/** Tests one role for its time; resolves with the exit code. */
function run(schemathesis: string, file: string, token: string | undefined): Promise<number> {
  const args = ['run', file, '--url', target.url, '--phases', 'examples,coverage,fuzzing', '--checks', checks.join(',')]
  args.push('--max-time', String(seconds), '--seed', seed, '--continue-on-failure', '--warnings', 'off')
  args.push('--suppress-health-check', 'all', '--request-timeout', '30', '--no-color', '--no-shrink')
  if (token) args.push('--header', `Authorization: Bearer ${token}`)
  const child = spawn(schemathesis, args, { stdio: 'inherit', cwd: folder })
  return new Promise((done, failed) => child.once('error', failed).once('exit', code => done(code ?? 1)))
}
