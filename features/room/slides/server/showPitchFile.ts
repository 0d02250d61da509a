import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { deckKey, deckPart } from '#features/room/deck/apply.ts'
import { filesOf } from '#features/room/deck/server/queries.ts'
import { shapeOf } from '#features/room/deck/server/roomDeck.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { withLivingPart } from '#features/room/room/server/livingHost.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import type { slidesCalls } from '#features/room/slides/contract.ts'

/**
 * Shows other slides in the room, from the page where it left them, else from their first page. The room is locked
 * meanwhile: a page turned at the same moment is one of the slides before, or is refused.
 */
export const showPitchFile = withPitch<typeof slidesCalls.showPitchFile>(
  'sees',
  withLivingPart(presents, async context => {
    const { db, input, announce, fail, pitch } = context
    const room = await lockRoom(db, pitch.id, deckPart, slidesPart)
    if (room.status !== 2) return fail('PitchStateForbids')
    const wanted = input.file_id === undefined ? room.deck.first : [input.file_id]
    const all = await filesOf(db, pitch.id)
    const chosen = wanted.flatMap(id => all.find(file => file.id === id) ?? [])
    const files = chosen.filter(file => file.status !== 'failed')
    const [opens] = files
    if (!opens) return fail('DeckFileNotFound')
    if (opens.pagesReady === 0) return fail('DeckFileNotReady')

    const shape = shapeOf(files)
    const key = deckKey(shape.files.map(({ id }) => id))
    if (key === deckKey((room.deck.files ?? []).map(({ id }) => id))) return { page: room.page, total: room.pages }
    const left = room.deck.left[key]
    const page = Math.min(left?.page ?? 1, Math.max(1, shape.pages))
    await announce(pitch.id, 'deckShown', { ...shape, page, furthest: Math.max(page, left?.furthest ?? 1) })
    await writeAudit(context, {
      action: 'deck.show',
      subject: pitch.uuid,
      organisationId: pitch.organisationId,
      detail: { pitch: pitch.uuid, files: files.map(file => file.name) },
    })
    return { page, total: shape.pages }
  }),
)
