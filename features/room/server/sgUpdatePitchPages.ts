import { countPages } from '#features/deck/server/queries.ts'
import { presents } from '#features/pitch/rules.ts'
import { pitchFor } from '#features/pitch/server/access.ts'
import type { roomCalls } from '#features/room/contract.ts'
import { hasPage, turnPage } from '#features/room/rules.ts'
import type { Handler } from '#server/context.ts'
import { lockRoom } from './append.ts'

/** CALL-052 */
export const sgUpdatePitchPages: Handler<typeof roomCalls.sgUpdatePitchPages> = async ({
  db,
  actor,
  input,
  fail,
  announce,
}) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!presents(access.part)) return fail('NoPermission')
  const { id, noFile } = access.pitch
  if (!hasPage(noFile ? 0 : await countPages(db, id), input.page)) return fail('PageNotFound')
  const room = await lockRoom(db, id)
  if (room.status === 3) return fail('PitchStateForbids')
  const { page, action, index } = input
  const { shows, isNews } = turnPage(room, { page, action, index })
  if (isNews) await announce(id, 'pageChanged', { ...shows, sender: actor.sessionId })
  return { page: shows.page, index: shows.index }
}
