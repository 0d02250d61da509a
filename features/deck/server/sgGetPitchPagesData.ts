import type { deckCalls } from '#features/deck/contract.ts'
import { deckStatus } from '#features/deck/rules.ts'
import { pitchFor } from '#features/pitch/server/access.ts'
import type { Handler } from '#server/context.ts'
import { filesOf } from './queries.ts'
import { viewOfPages } from './view.ts'

/** CALL-051 */
export const sgGetPitchPagesData: Handler<typeof deckCalls.sgGetPitchPagesData> = async ({
  db,
  actor,
  input,
  fail,
}) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const files = await filesOf(db, access.pitch.id)
  return { status: deckStatus(files), ...(await viewOfPages(db, files)) }
}
