import { flushCompileCache } from 'node:module'
import { relative } from 'node:path'
import { type Console, startConsole } from '#app/server/console.ts'
import { readHealth } from '#app/server/http/health.ts'
import { readSettings } from '#app/server/settings.ts'
import { CannotStart } from '#server/cannotStart.ts'
import { createLog } from '#server/log.ts'
import { freePort, isFree } from '#server/process/ports.ts'
import { type Settings, SettingsInvalid } from '#server/settings.ts'
import { version } from '#server/version.ts'

const began = Number(process.env['ROSTRUM_BEGAN'] ?? Date.now() - process.uptime() * 1000)
const mode = process.argv[2] ?? 'start'
const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`

async function settingsOfThisProcess(): Promise<Settings> {
  const settings = readSettings(process.env)
  if (settings.port === 0) return readSettings({ ...process.env, PORT: String(await freePort()) })
  if (!(await isFree(settings.port, settings.host)))
    throw new CannotStart(
      `Port ${settings.port} is in use. Choose another one: PORT=${settings.port + 1} npm ${mode === 'start' ? 'start' : `run ${mode}`}`,
    )
  return settings
}

async function main() {
  const settings = await settingsOfThisProcess()
  // On a terminal people want to read the address, not a line for each call.
  const quiet = process.stdout.isTTY && !process.env['LOG_LEVEL'] ? 'warn' : settings.logLevel
  const log = createLog(settings, quiet)
  // an unhandled rejection must not end all live rooms; an uncaught exception still does
  process.on('unhandledRejection', error => log.error({ err: error }, 'nobody handled this'))
  const running = await startConsole(settings, log, {
    sources: mode === 'dev',
    buildVideo: process.argv.includes('--build-livekit') ? line => console.log(line) : undefined,
    lap: what => log.debug({ ms: Date.now() - began }, what),
  })
  stopWhenAsked(running)
  await tell(running, settings)
  // written at an orderly end otherwise: a server that was killed would be the slower one to return
  flushCompileCache()
  if (mode === 'demo' || mode === 'dev') {
    const { seedDemo, demoLines } = await import('#app/server/demo/seed.ts')
    for (const line of demoLines(await seedDemo(running.app, running.frame))) console.log(line)
  }
}

async function tell({ parts, firstSignIn }: Console, settings: Settings) {
  const health = await readHealth(parts)
  const file = firstSignIn && relative(process.cwd(), firstSignIn.file)
  const lines = [
    '',
    `  Rostrum ${version} is ready: ${settings.publicUrl}   (${seconds()})`,
    '',
    ...(firstSignIn
      ? [`  First sign-in: ${firstSignIn.username} / ${firstSignIn.password}   (kept in ${file})`, '']
      : []),
    ...Object.entries(health.parts).map(([name, status]) => `  ${name.padEnd(10)} ${status}`),
    '',
    '  Stop with Ctrl-C.',
    '',
  ]
  console.log(lines.join('\n'))
}

let stopping = false

function stopWhenAsked(running: Console) {
  const stop = async () => {
    if (stopping) return
    stopping = true
    // A child process that does not stop in time is on a leash, and ends with this process.
    setTimeout(() => process.exit(1), 10_000).unref()
    await running.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  // npm was killed outright, so no signal would ever stop this process
  const parent = process.ppid
  if (process.env['npm_lifecycle_event']) setInterval(() => process.ppid !== parent && stop(), 500).unref()
}

main().catch(error => {
  if (stopping) return // whatever was under way when we were asked to stop
  if (error instanceof SettingsInvalid || error instanceof CannotStart) console.error(error.message)
  else console.error(error)
  process.exit(1)
})
