import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { speedTest } from '#features/room/video/addresses.ts'

/** Random, so that no proxy compresses them. */
const bytes = randomBytes(speedTest.bytes)
/** Far more than one test needs, and too few to use up our line. */
const config = { rateLimit: { max: 120, timeWindow: '10 minutes' } }

/** Bytes to download and an address to upload to, for connection tests. Nothing is stored. */
export function serveSpeedTest(app: FastifyInstance): void {
  app.get(speedTest.down, { config }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').type('application/octet-stream').send(bytes),
  )
  app.register(async scope => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    scope.post(speedTest.up, { config, bodyLimit: speedTest.bytes + 1024 }, async (_request, reply) =>
      reply.header('cache-control', 'no-store').status(204).send(),
    )
  })
}
