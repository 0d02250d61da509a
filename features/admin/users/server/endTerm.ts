import { markSessionsEnded } from '#features/access/session/server/queries.ts'
import { lockPasswordHash } from '#features/core/account/server/profileQueries.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { isTermOver } from '#features/core/account/server/term.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Frame } from '#server/frame.ts'

/**
 * [ENT-037] Ends what a user has open when their term is over: sessions, join sessions, room sockets and video. Calls
 * are refused from that instant on in any case, and sockets are checked every ten seconds; ending all at once keeps old
 * sessions from reviving when the term is prolonged afterwards. A term that was prolonged meanwhile goes on.
 */
export async function endTerm(frame: Frame, accountId: string, now: Date): Promise<void> {
  const isOver = await frame.db.transaction(async db => {
    if ((await lockPasswordHash(db, accountId)) === undefined) return false
    const person = await findAccount(db, accountId)
    if (!isTermOver(person, now)) return false
    const ended = await markSessionsEnded(db, { accountId }, now, 'termOver')
    const detail = { sessions: ended.length }
    await writeAudit(
      { db },
      { action: 'account.endTerm', subject: accountId, organisationId: person.organisationId, detail },
    )
    return true
  })
  if (isOver) frame.rooms.disconnect({ accountId })
}
