import type { FastifyInstance } from 'fastify'
import { ALIVE } from '#features/room/room/patience.ts'
import type { PartStatus } from '#server/frame.ts'
import { version } from '#server/version.ts'

export const partNames = [
  'database',
  'media',
  'recording',
  'convert',
  'mail',
  'bounces',
  'sms',
  'speech',
  'translate',
  'storage',
  'jobs',
  'audit',
  'clock',
] as const
export type PartName = (typeof partNames)[number]
/** How to find out about each part; one that throws or takes longer than two seconds is off. */
export type Parts = Readonly<Record<PartName, () => PartStatus | Promise<PartStatus>>>

export interface Health {
  /** `ok` while the console can do its work: without video, mail, text messages or conversion it still can. */
  status: 'ok' | 'failing'
  version: string
  parts: Record<PartName, PartStatus>
}

const needed: readonly PartName[] = ['database', 'storage', 'jobs']

export async function readHealth(parts: Parts): Promise<Health> {
  const answers = await Promise.all(partNames.map(async name => [name, await ask(parts[name])] as const))
  const found = Object.fromEntries(answers) as Health['parts']
  return { status: needed.every(name => found[name] === 'ok') ? 'ok' : 'failing', version, parts: found }
}

async function ask(part: Parts[PartName]): Promise<PartStatus> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<PartStatus>(resolve => {
    timer = setTimeout(() => resolve('off: does not answer within two seconds'), 2000)
  })
  try {
    return await Promise.race([Promise.resolve().then(part), late])
  } catch {
    // Not the error's own words: they may name hosts and people.
    return 'off: does not answer'
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `GET /healthz` for load balancers and people: 200 while the console can do its work, else 503. `GET /livez` for
 * probes of the process alone: it checks no part, so that a whole room may call it at once.
 */
export function serveHealth(app: FastifyInstance, parts: Parts) {
  app.get(ALIVE, { logLevel: 'warn' }, (_request, reply) => reply.header('cache-control', 'no-store').send('ok'))
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const health = await readHealth(parts)
    return reply
      .status(health.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(health)
  })
}
