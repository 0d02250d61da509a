import { resolve } from 'node:path'
import { readSettings } from '#app/server/settings.ts'
import { CannotStart } from '#server/cannotStart.ts'
import { isFree } from '#server/process/ports.ts'
import { SettingsInvalid } from '#server/settings.ts'
import { startCluster } from './startCluster.ts'

// `npm run cluster`, or `npm run cluster -- demo 3` for the demo on three servers.
const [, , mode = 'start', count = '2'] = process.argv.map(word => (/^\d+$/.test(word) ? word : word.toLowerCase()))
const servers = Number(/^\d+$/.test(mode) ? mode : count)

/** Lines of the servers' logs are for machines, until something is wrong; the rest is for people. */
function say(part: string, line: string): void {
  if (!line.trim() || (line.startsWith('{') && !/"level":(40|50|60|"(warn|error|fatal)")/.test(line))) return
  console.log(`${part.padEnd(9)} ${line}`)
}

async function main() {
  if (!(servers >= 1 && servers <= 16)) throw new SettingsInvalid(['a cluster has 1 to 16 servers'])
  const settings = readSettings(process.env)
  if (!(await isFree(settings.port, settings.host)))
    throw new SettingsInvalid([`PORT ${settings.port} is in use; choose another one`])
  const starting = startCluster({
    dataDir: resolve(settings.dataDir),
    port: settings.port,
    host: settings.host,
    servers,
    mode: mode === 'demo' ? 'demo' : 'start',
    env: { LOG_LEVEL: 'warn', ...process.env },
    say,
  })
  let stopping = false
  const stop = () => {
    if (!stopping) starting.then(cluster => cluster.stop()).finally(() => process.exit(0))
    stopping = true
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  const parent = process.ppid
  if (process.env['npm_lifecycle_event']) setInterval(() => process.ppid !== parent && stop(), 500).unref()
  const { url } = await starting
  console.log(`\n  ${servers} servers are ready at one address: ${url}\n  Stop with Ctrl-C.\n`)
}

main().catch(error => {
  const isPlain = error instanceof SettingsInvalid || error instanceof CannotStart
  console.error(isPlain ? error.message : error)
  process.exit(1)
})
