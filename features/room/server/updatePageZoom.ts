import { presents } from '#features/pitch/rules.ts'
import { pitchFor } from '#features/pitch/server/access.ts'
import type { roomCalls } from '#features/room/contract.ts'
import { isSameZoom, settled } from '#features/room/zoom.ts'
import { livingPart } from '#features/stage/server/livingHost.ts'
import type { Handler } from '#server/context.ts'
import { lockRoom } from './append.ts'

/** A zoom of a page that is shown no longer came too late, and what is seen already is no event. */
export const updatePageZoom: Handler<typeof roomCalls.updatePageZoom> = async context => {
  const { db, actor, input, fail, announce } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!presents(await livingPart(db, actor, access))) return fail('NoPermission')
  const room = await lockRoom(db, access.pitch.id)
  if (room.status !== 2) return fail('PitchStateForbids')
  if (input.page !== room.page) return { zoom: room.zoom }
  const zoom = settled(input)
  if (!isSameZoom(zoom, room.zoom)) await announce(access.pitch.id, 'zoomChanged', { page: input.page, zoom })
  return { zoom }
}
