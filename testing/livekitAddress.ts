import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The own address of the LiveKit of a console with this data folder: pages of other origins get in there alone. */
export function livekitAddress(dataDir: string): string {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'livekit.pid'), 'utf8')) as { pid: number }
  const settings = /LIVEKIT_CONFIG=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1] ?? ''
  return `ws://127.0.0.1:${(JSON.parse(settings) as { port: number }).port}`
}
