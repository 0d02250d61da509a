import type { deckCalls } from '#features/room/deck/contract.ts'
import type { Handler } from '#server/context.ts'
import { fileById } from './queries.ts'
import { fileOfUpload } from './receive.ts'
import { viewOfFile, viewOfPages } from './view.ts'

export const getUploadedFile: Handler<typeof deckCalls.getUploadedFile> = async ({ db, actor, input, fail }) => {
  const file = await fileById(db, await fileOfUpload(db, actor, input.upload_id))
  if (!file || file.deletedAt) return fail('UploadNotFound')
  const { pages } = await viewOfPages(db, [file])
  return { file: viewOfFile(file), pages }
}
