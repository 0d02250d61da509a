import { pitchFor } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import type { slidesCalls } from '#features/room/slides/contract.ts'
import { isSameZoom, settled } from '#features/room/slides/zoom.ts'
import type { Handler } from '#server/context.ts'

/** A zoom of a page that is shown no longer came too late, and what is seen already is no event. */
export const updatePageZoom: Handler<typeof slidesCalls.updatePageZoom> = async context => {
  const { db, actor, input, fail, announce } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!presents(await livingPart(db, actor, access))) return fail('NoPermission')
  const room = await lockRoom(db, access.pitch.id, slidesPart)
  if (room.status !== 2) return fail('PitchStateForbids')
  if (input.page !== room.page) return { zoom: room.zoom }
  const zoom = settled(input)
  if (!isSameZoom(zoom, room.zoom)) await announce(access.pitch.id, 'zoomChanged', { page: input.page, zoom })
  return { zoom }
}
