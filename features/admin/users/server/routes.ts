import type { FastifyInstance } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import { rightNow } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { attachmentHeader, type Cell, sheetFilename, sheetOf, sheetTypes } from '#server/sheets/sheet.ts'
import { hashToken } from '#server/tokens.ts'
import { columnsOf, exportName, rowsIn } from './exportSheet.ts'
import { findExport } from './taskQueries.ts'
import { selectedUsers } from './userQueries.ts'

const administrators = ['superadmin', 'admin', 'useradmin'] as const

/** The route of a user export, which is no call: the file is streamed while the rows are read. */
export function serveUserExports(app: FastifyInstance, frame: Frame): void {
  app.get<{ Params: { token: string } }>('/users/exports/:token', async (request, reply) => {
    const actor = await actorOf(frame, request)
    if (!actor) throw new CallFailed('NotSignedIn')
    const now = rightNow()
    const found = await findExport(frame.db, hashToken(request.params.token), actor.accountId, now)
    // the caller was an admin when they requested the link, and may no longer be one
    if (!found || !administrators.some(role => actor.roles.includes(role))) throw new CallFailed('NotFound')
    const { format, selection } = found
    const { language } = actor
    const rowOf = rowsIn(language)
    async function* rows(): AsyncGenerator<Cell[]> {
      for await (const person of selectedUsers(frame, actor as NonNullable<typeof actor>, selection))
        yield rowOf(person)
    }
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', attachmentHeader(sheetFilename(exportName(language, now), format, 'users')))
      .header('x-content-type-options', 'nosniff')
      .type(sheetTypes[format])
      .send(sheetOf(format, columnsOf(language), rows()))
  })
}
