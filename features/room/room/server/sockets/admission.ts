import { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { refuseWhileImpersonating } from '#features/access/session/server/impersonated.ts'
import { actorOf, actorOfToken } from '#features/access/signIn/server/actor.ts'
import { type PitchAccess, pitchFor } from '#features/core/part/server/access.ts'
import { wasRemoved } from '#features/core/part/server/removalQueries.ts'
import { rightTime } from '#server/clock.ts'
import type { Actor, Frame } from '#server/frame.ts'
import type { RoomSocket } from './frames.ts'

/** An actor's admission to a room. */
export interface Admission extends PitchAccess {
  readonly actor: Actor
  readonly since: number | undefined
  /** The time before the checks: a cut after it ends the admission. */
  readonly requestedAt: number
}

const auth = z.object({
  pitch: z.uuid(),
  since: z.number().int().min(0).optional(),
  token: z.string().max(200).optional(),
})

/** Admits the actor of a handshake, found as for a call. Fails with the codes in docs/wire.md. */
export async function admit(frame: Frame, { handshake }: RoomSocket): Promise<Admission> {
  const requestedAt = rightTime()
  const parsed = auth.safeParse(handshake.auth)
  if (!parsed.success) throw new CallFailed('InputInvalid')
  const { pitch: uuid, since, token } = parsed.data
  const { headers } = handshake
  // a WebSocket can do what a POST can, so its Origin is checked like that of one
  const credentials = { method: 'POST', headers, cookies: cookiesOf(headers.cookie ?? '') }
  const actor = token ? await actorOfToken(frame, token) : await actorOf(frame, credentials, uuid)
  if (!actor) throw new CallFailed('NotSignedIn')
  // an impersonating super admin may not be in a room: the others would take them for that person
  const caller = { ip: handshake.address }
  await refuseWhileImpersonating(frame, caller, { name: 'room', whileImpersonating: false }, actor)
  const access = await pitchFor(frame.db, actor, uuid)
  if (!access)
    throw new CallFailed((await wasRemoved(frame.db, uuid, actor.accountId)) ? 'RemovedFromRoom' : 'PitchNotFound')
  if (access.pitch.state === 'draft') throw new CallFailed('RoomNotOpen')
  return { ...access, actor, since, requestedAt }
}

/** The cookies of a header. Ours are plain tokens without encoding. Of two with one name the first counts. */
function cookiesOf(header: string): Record<string, string> {
  const pairs = header.split(';').map(pair => {
    const cut = pair.indexOf('=')
    return [pair.slice(0, cut).trim(), pair.slice(cut + 1).trim()] as const
  })
  return Object.fromEntries(pairs.reverse())
}
