import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import type { Actor, Frame } from '#server/frame.ts'

/** Whether a person may see the picture with this key; each word with pictures answers this. */
export type MaySee = (frame: Frame, viewer: Actor, key: string) => Promise<boolean>

/** All identities under which a browser may see pictures, one after the other. */
export type ViewersOf = (frame: Frame, request: FastifyRequest) => AsyncIterable<Actor>

/**
 * [ENT-042] Serves stored pictures to people who may see what they belong to. A missing picture and a forbidden one get
 * the same answer.
 */
export function servePictures(
  app: FastifyInstance,
  frame: Frame,
  viewersOf: ViewersOf,
  maySee: readonly MaySee[],
): void {
  const mayAnySee = async (request: FastifyRequest, key: string) => {
    for await (const viewer of viewersOf(frame, request))
      for (const may of maySee) if (await may(frame, viewer, key)) return true
    return false
  }
  app.get<{ Params: { name: string } }>('/webapi/pictures/:name', async (request, reply) => {
    const { name } = request.params
    const key = `pictures/${name}`
    if (!/^[\w-]{22}\.webp$/.test(name)) throw new CallFailed('NotFound')
    const found = (await mayAnySee(request, key)) ? await frame.storage.read(key) : undefined
    if (!found) throw new CallFailed('NotFound')
    return reply
      .header('cache-control', 'private, max-age=600')
      .header('content-length', found.size)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/webp')
      .send(found.stream)
  })
}
