import { pitchFor } from '#features/core/part/server/access.ts'
import { manages, presents } from '#features/core/pitch/rules.ts'
import type { deckCalls } from '#features/room/deck/contract.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import type { Handler } from '#server/context.ts'
import { filesOf } from './queries.ts'
import { viewOfFile } from './view.ts'

/** For those who manage the pitch, and for whoever leads it now and may show another of its files. */
export const getPitchFileList: Handler<typeof deckCalls.getPitchFileList> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!manages(access.part) && !presents(await livingPart(db, actor, access))) return fail('PitchNotFound')
  const files = await filesOf(db, access.pitch.id)
  return { items: files.map(viewOfFile), total: files.length }
}
