// Checks a change step by step: the first failure ends it with that step's exit code. The last line gives the numbers
// of passed and failed tests, including those in browsers.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'

const vitestReport = '.out/vitest.json'
const playwrightReport = '.out/playwright.json'

const steps = [
  ['types', 'tsc', ['-b']],
  ['lint and format', 'biome', ['ci', '--colors=off', '.']],
  ['dead code', 'knip', []],
  [
    'unit and server tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  ],
  ['calls with made-up input', 'node', ['scripts/fuzz.ts', '--short']],
  ['browser journeys', 'playwright', ['test']],
]

const read = file => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** Passed and failed tests from both runners' reports; a file that could not be loaded counts as one failure. */
export function count(unit, browser) {
  const unitFailed = unit ? Math.max(unit.numFailedTests, unit.success ? 0 : 1) : 0
  const browserFailed = browser ? browser.stats.unexpected + browser.errors.length : 0
  return {
    passed: (unit?.numPassedTests ?? 0) + (browser ? browser.stats.expected + browser.stats.flaky : 0),
    failed: unitFailed + browserFailed,
  }
}

/** Milliseconds for which this machine's cores have worked, and for which they could have, since its start. */
function coreTimes() {
  const times = cpus().map(core => core.times)
  const all = times.flatMap(Object.values).reduce((sum, one) => sum + one, 0)
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) }
}

/** Runs the steps; returns the exit code of the first that fails, else 0. */
function runSteps() {
  mkdirSync('.out', { recursive: true })
  for (const file of [vitestReport, playwrightReport]) rmSync(file, { force: true })
  for (const [name, program, args] of steps) {
    const began = Date.now()
    const before = coreTimes()
    console.log(`\n── ${name}`)
    const { status, signal, error } = spawnSync(program, args, { stdio: 'inherit' })
    if (error) console.log(error.message)
    const code = status ?? (signal === 'SIGINT' ? 130 : 1)
    const { all, busy } = coreTimes()
    const share = Math.round((100 * (busy - before.busy)) / (all - before.all || 1))
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    console.log(`── ${name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s, cores ${share}% busy`)
    if (code !== 0) return code
  }
  return 0
}

if (import.meta.main) {
  const code = runSteps()
  const { passed, failed } = count(read(vitestReport), read(playwrightReport))
  // If a step without tests fails, such as the type check, the line must not say that nothing failed.
  console.log(`${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`)
  process.exitCode = code
}
