import type { deckCalls } from '#features/deck/contract.ts'
import type { Handler } from '#server/context.ts'
import { managedPitch } from './pitchOf.ts'
import { filesOf } from './queries.ts'
import { viewOfFile } from './view.ts'

export const getPitchFileList: Handler<typeof deckCalls.getPitchFileList> = async context => {
  const pitch = await managedPitch(context)
  const files = await filesOf(context.db, pitch.id)
  return { items: files.map(viewOfFile), total: files.length }
}
