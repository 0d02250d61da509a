import { pitchFor } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { deckPart } from '#features/room/deck/apply.ts'
import type { deckCalls } from '#features/room/deck/contract.ts'
import { firstPages } from '#features/room/deck/rules.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { notesOf } from './queries.ts'
import { filesShown } from './roomDeck.ts'

export const getPitchNotes: Handler<typeof deckCalls.getPitchNotes> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!presents(await livingPart(db, actor, access))) return fail('NoPermission')
  const room = await roomStateOf(db, access.pitch.id, deckPart)
  const files = (await filesShown(db, access.pitch.id, room)).filter(file => file.status !== 'failed')
  const { first } = firstPages(files)
  const rows = await notesOf(
    db,
    files.map(file => file.id),
  )
  const pages = rows.map(row => ({ page: (first.get(row.fileId) ?? 1) + row.number - 1, notes: row.notes }))
  return { pages: pages.sort((a, b) => a.page - b.page) }
}
