import { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { refuseWhileImpersonating } from '#features/access/session/server/impersonated.ts'
import { actorOf, actorOfToken } from '#features/access/signIn/server/actor.ts'
import { type PitchAccess, pitchFor } from '#features/core/part/server/access.ts'
import { wasRemoved } from '#features/core/part/server/removalQueries.ts'
import { rightTime } from '#server/clock.ts'
import type { Actor, Frame } from '#server/frame.ts'
import type { RoomSocket } from './frames.ts'

/** Who was let in to which room. */
export interface Admission extends PitchAccess {
  readonly actor: Actor
  readonly since: number | undefined
  /** When the question was asked: what was ended after that does not count as admitted. */
  readonly askedAt: number
}

const auth = z.object({
  pitch: z.uuid(),
  since: z.number().int().min(0).optional(),
  token: z.string().max(200).optional(),
})

/** Whom a handshake lets in, by the same ways as a call. Fails with the codes that docs/wire.md names. */
export async function admit(frame: Frame, { handshake }: RoomSocket): Promise<Admission> {
  const askedAt = rightTime()
  const said = auth.safeParse(handshake.auth)
  if (!said.success) throw new CallFailed('InputInvalid')
  const { pitch: uuid, since, token } = said.data
  const { headers } = handshake
  // A WebSocket can do what a POST can, and is asked for its Origin like one.
  const credentials = { method: 'POST', headers, cookies: cookiesOf(headers.cookie ?? '') }
  const actor = token ? await actorOfToken(frame, token) : await actorOf(frame, credentials, uuid)
  if (!actor) throw new CallFailed('NotSignedIn')
  // Nobody is in a room as somebody else: the others would take them for that person.
  const comer = { ip: handshake.address }
  await refuseWhileImpersonating(frame, comer, { name: 'room', whileImpersonating: false }, actor)
  const access = await pitchFor(frame.db, actor, uuid)
  if (!access)
    throw new CallFailed((await wasRemoved(frame.db, uuid, actor.accountId)) ? 'RemovedFromRoom' : 'PitchNotFound')
  if (access.pitch.state === 'draft') throw new CallFailed('RoomNotOpen')
  return { ...access, actor, since, askedAt }
}

/** The cookies of a header. Ours are plain tokens, so nothing in them is encoded; of two with one name the first counts. */
function cookiesOf(header: string): Record<string, string> {
  const pairs = header.split(';').map(pair => {
    const cut = pair.indexOf('=')
    return [pair.slice(0, cut).trim(), pair.slice(cut + 1).trim()] as const
  })
  return Object.fromEntries(pairs.reverse())
}
