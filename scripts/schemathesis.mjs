// Schemathesis in a separate Python below node_modules/.cache, if the machine has Python and pip.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.mjs'

const version = '4.32.5'

const works = (program, args) => spawnSync(program, args, { stdio: 'ignore', timeout: 180_000 }).status === 0

/** The path of the program; undefined, after printing the reason, if it is not available. */
export function prepareSchemathesis() {
  const folder = join(root, 'node_modules/.cache', `schemathesis-${version}`)
  const program = join(folder, 'bin/schemathesis')
  const ready = join(folder, 'ready')
  if (existsSync(ready)) return program
  const reason = install(folder, ready)
  if (!reason) return program
  console.log(`Skipped: ${reason}`)
  return undefined
}

function install(folder, ready) {
  if (!works('python3', ['--version'])) return 'there is no python3, which Schemathesis needs.'
  if (!works('python3', ['-m', 'venv', '--clear', folder]))
    return 'python3 cannot make a venv (python3-venv is missing).'
  const pip = join(folder, 'bin/python')
  if (!works(pip, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`]))
    return `pip could not install schemathesis ${version}.`
  return works('touch', [ready]) ? undefined : 'its folder cannot be written to.'
}
