import { once } from 'node:events'
import { startConsole } from '#app/server/console.ts'
import { readSettings } from '#app/server/settings.ts'
import { createLog } from '#server/log.ts'

// The whole console in a process that reports its memory and handles on request.

const settings = readSettings(process.env)
const running = await startConsole(settings, createLog(settings, 'warn'), { sources: false })
const { seedDemo } = await import('#app/server/demo/seed.ts')
await seedDemo(running.app, running.frame)

process.on('message', async () => {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.()
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  process.send?.({ rss, objects: heapUsed + external + arrayBuffers, handles: process.getActiveResourcesInfo().length })
})
process.send?.('ready')
await once(process, 'disconnect')
await running.stop()
process.exit(0)
