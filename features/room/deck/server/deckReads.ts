import { withPitch } from '#features/core/part/server/withPitch.ts'
import { manages, presents } from '#features/core/pitch/rules.ts'
import { deckPart, placeOf, showsFirst } from '#features/room/deck/apply.ts'
import type { deckCalls } from '#features/room/deck/contract.ts'
import { deckStatus, firstPages } from '#features/room/deck/rules.ts'
import { watermarkOf } from '#features/room/guest/server/watermark.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { addPageReads } from '#features/room/room/server/stays.ts'
import type { Handler } from '#server/context.ts'
import { paced } from '#server/pace.ts'
import { seesUpload } from './heldFiles.ts'
import { fileById, filesOf, notesOf } from './queries.ts'
import { filesShown, shapeOf } from './roomDeck.ts'
import { uploadById } from './uploadQueries.ts'
import { viewOfChecks, viewOfFile, viewOfPages } from './view.ts'

/** CALL-051 */
export const sgGetPitchPagesData = withPitch<typeof deckCalls.sgGetPitchPagesData>('sees', async context => {
  const { db, pitch, part, knows } = context
  const room = await roomStateOf(db, pitch.id, deckPart)
  // slides say whose they are
  if (!knows) return { status: deckStatus([]), ...(await viewOfPages(db, [])), deck: room.deck.number, watermark: '' }
  // the results show all files of a pitch; an attendee keeps to those that the room has shown
  const isResult = room.status === 3 && part !== 'attendee'
  const files = isResult ? await filesOf(db, pitch.id) : await filesShown(db, pitch.id, room)
  const watermark = await watermarkOf(context, pitch)
  return { status: deckStatus(files), ...(await viewOfPages(db, files)), deck: room.deck.number, watermark }
})

/** What attendees read, for the figures of the pitch: not its team, nor superadmins who look through other people's eyes. */
export const noteReading = paced<typeof deckCalls.noteReading>(
  mayAttempt,
  withPitch('sees', async context => {
    const { db, actor, input, pitch } = context
    if (!context.knows || context.part !== 'attendee' || actor.impersonatorId) return {}
    const room = await roomStateOf(db, pitch.id, deckPart)
    // the pages have other numbers since; a page that names no deck has read the one with which the pitch began
    if (input.deck === undefined ? !showsFirst(room.deck) : input.deck !== room.deck.number) return {}
    const { files } = shapeOf(await filesShown(db, pitch.id, room))
    const read = Map.groupBy(input.pages, ({ page }) => page)
    const pages = [...read].flatMap(([page, notes]) => {
      const { fileId, page: number } = placeOf(files, page)
      const milliseconds = notes.reduce((sum, { seconds }) => sum + seconds * 1000, 0)
      return fileId && milliseconds > 0 ? [{ accountId: actor.accountId, fileId, page: number, milliseconds }] : []
    })
    await addPageReads(db, pitch.id, pages)
    return {}
  }),
)

export const getPitchNotes = withPitch<typeof deckCalls.getPitchNotes>('sees', async context => {
  const { db, actor, fail, pitch } = context
  if (!presents(await livingPart(db, actor, context))) return fail('NoPermission')
  const room = await roomStateOf(db, pitch.id, deckPart)
  const files = (await filesShown(db, pitch.id, room)).filter(file => file.status !== 'failed')
  const { first } = firstPages(files)
  const rows = await notesOf(
    db,
    files.map(file => file.id),
  )
  const pages = rows.map(row => ({ page: (first.get(row.fileId) ?? 1) + row.number - 1, notes: row.notes }))
  return { pages: pages.sort((a, b) => a.page - b.page) }
})

export const getPitchPreflight = withPitch<typeof deckCalls.getPitchPreflight>('manages', async ({ db, pitch }) => ({
  pages: await viewOfChecks(db, await filesOf(db, pitch.id)),
}))

/** For all who manage the pitch, and for the person who leads it now and may show another of its files. */
export const getPitchFileList = withPitch<typeof deckCalls.getPitchFileList>('sees', async context => {
  const { db, actor, fail, pitch, part } = context
  if (!manages(part) && !presents(await livingPart(db, actor, context))) return fail('PitchNotFound')
  const files = await filesOf(db, pitch.id)
  return { items: files.map(viewOfFile), total: files.length }
})

export const getUploadedFile: Handler<typeof deckCalls.getUploadedFile> = async ({ db, actor, input, fail }) => {
  const upload = await uploadById(db, input.upload_id)
  const file = upload?.fileId ? await fileById(db, upload.fileId) : undefined
  if (upload && !file && upload.accountId === actor.accountId) return fail('UploadNotFinished')
  if (!file || file.deletedAt || !seesUpload(actor, file)) return fail('UploadNotFound')
  const { pages } = await viewOfPages(db, [file])
  return { file: viewOfFile(file), pages, preflight: await viewOfChecks(db, [file]) }
}
