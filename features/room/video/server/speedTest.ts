import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { speedTest } from '#features/room/video/speedTest.ts'

/** Nobody compresses what is random on the way. */
const bytes = randomBytes(speedTest.bytes)
/** A test takes a few of these; more from one address would be somebody who wants our line, not its speed. */
const config = { rateLimit: { max: 120, timeWindow: '10 minutes' } }

/** Bytes to fetch, and a place to send some to, for those who test their connection. Nothing of it is kept. */
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
