import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { actorOf, actorOfToken } from '#features/access/session/server/actor.ts'
import { JOIN_COOKIES } from '#features/access/session/server/cookies.ts'
import type { Actor, Frame } from '#server/frame.ts'

/** Whether somebody may see the picture of this key: asked of each feature that has pictures. */
export type MaySee = (frame: Frame, viewer: Actor, key: string) => Promise<boolean>

/** More join links than one browser follows. */
const MOST_COOKIES = 20

/**
 * [ENT-042] Stored pictures, for whoever may see what they belong to. What is no picture of ours and what is somebody
 * else's look the same.
 */
export function servePictures(app: FastifyInstance, frame: Frame, maySee: readonly MaySee[]): void {
  app.get<{ Params: { name: string } }>('/webapi/pictures/:name', async (request, reply) => {
    const { name } = request.params
    const key = `pictures/${name}`
    if (!/^[\w-]{22}\.webp$/.test(name)) throw new CallFailed('NotFound')
    const found = (await mayAnySee(frame, request, key, maySee)) ? await frame.storage.read(key) : undefined
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

async function mayAnySee(frame: Frame, request: FastifyRequest, key: string, maySee: readonly MaySee[]) {
  for await (const viewer of viewersOf(frame, request))
    for (const may of maySee) if (await may(frame, viewer, key)) return true
  return false
}

/** A picture's address names no pitch, so every join link that this browser has followed counts, one after the other. */
async function* viewersOf(frame: Frame, request: FastifyRequest): AsyncGenerator<Actor> {
  const signedIn = await unlessRefused(() => actorOf(frame, request))
  if (signedIn) yield signedIn
  const joined = Object.entries(request.cookies).filter(([name]) => name.startsWith(JOIN_COOKIES))
  for (const [, token] of joined.slice(0, MOST_COOKIES)) {
    const viewer = token ? await unlessRefused(() => actorOfToken(frame, token)) : undefined
    if (viewer) yield viewer
  }
}

/** An ended session is nobody's here: the call beside it tells the browser. */
async function unlessRefused(ask: () => Promise<Actor | undefined>): Promise<Actor | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof CallFailed) return undefined
    throw error
  }
}
