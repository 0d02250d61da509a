import { withPitch } from '#features/core/part/server/withPitch.ts'
import { manages, presents, wireStatus } from '#features/core/pitch/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { withLivingPart } from '#features/room/room/server/livingHost.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import type { slidesCalls } from '#features/room/slides/contract.ts'
import { isSameZoom, settled } from '#features/room/slides/zoom.ts'

/** CALL-066 */
export const getPageAction = withPitch<typeof slidesCalls.getPageAction>('sees', async ({ db, pitch }) => {
  const { page, action, index } = await roomStateOf(db, pitch.id, slidesPart)
  return { page, action, index }
})

/** CALL-011 */
export const getPitchStatus = withPitch<typeof slidesCalls.getPitchStatus>('sees', async ({ db, pitch }) => {
  const { page, index } = await roomStateOf(db, pitch.id, slidesPart)
  return { status: wireStatus(pitch.state), current_page: page, current_index: index }
})

/** A zoom of a page that is no longer shown came too late, and a zoom that is shown already makes no event. */
export const updatePageZoom = withPitch<typeof slidesCalls.updatePageZoom>(
  'sees',
  withLivingPart(presents, async ({ db, input, fail, announce, pitch }) => {
    const room = await lockRoom(db, pitch.id, slidesPart)
    if (room.status !== 2) return fail('PitchStateForbids')
    if (input.page !== room.page) return { zoom: room.zoom }
    const zoom = settled(input)
    if (!isSameZoom(zoom, room.zoom)) await announce(pitch.id, 'zoomChanged', { page: input.page, zoom })
    return { zoom }
  }),
)

/** The setting that holds already makes no event. */
export const updatePitchLookBack = withPitch<typeof slidesCalls.updatePitchLookBack>(
  'sees',
  withLivingPart(manages, async ({ db, input, announce, pitch }) => {
    const { lookBack } = await lockRoom(db, pitch.id, slidesPart)
    if (lookBack !== input.look_back) await announce(pitch.id, 'lookBackChanged', { lookBack: input.look_back })
    return { look_back: input.look_back }
  }),
)
