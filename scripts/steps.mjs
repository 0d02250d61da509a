// Plain Node built-ins only: this runs before anything is installed, on Node 20.17 or newer.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const running = new Set()
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => {
    if (handedOver) return
    for (const child of running) child.kill(signal)
    process.exit(code)
  })
}
let handedOver = false
/** From here on the server's own process handles signals. */
export const handOver = () => {
  handedOver = true
}

const seconds = since => `${((Date.now() - since) / 1000).toFixed(1)} s`
export const say = line => console.log(line)

/** Runs one step of the set-up, with a line at the start and one with its duration at the end. */
export async function step(name, work) {
  const began = Date.now()
  say(`  …  ${name}`)
  try {
    const result = await work()
    say(`  ✓  ${name}: ${seconds(began)}`)
    return result
  } catch (error) {
    say(`  ✗  ${name}: failed after ${seconds(began)}`)
    throw error
  }
}

/** Runs a program; its output is shown only if it fails, so that the progress stays readable. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    child.on('error', error => {
      running.delete(child)
      reject(error)
    })
    child.on('close', (code, signal) => {
      running.delete(child)
      if (code === 0) resolve(output)
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code ?? signal}\n${output.trim().slice(-4000)}`))
    })
  })
}

/** The first of these programs on PATH. */
export function onPath(...names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter))
      if (folder && isExecutable(join(folder, name))) return join(folder, name)
}

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
