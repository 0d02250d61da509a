import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { ReportMessage, ReportQuestion } from '#features/results/report/contract.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import { type MessagesAsked, messagesForReport } from '#features/talk/chat/server/reportQueries.ts'
import { type QuestionsAsked, questionsForReport } from '#features/talk/question/server/reportQueries.ts'
import type { Transaction } from '#server/db/database.ts'

// What was said in a room, as its report has it. The names are those that the room has written down: who was a guest then,
// or is forgotten since, has no other one here either. The veil of now lies over them as well.

/** Questions as a report shows them. */
export async function askedIn(db: Transaction, pitch: PitchRow, asked: QuestionsAsked) {
  const { items: rows, total } = await questionsForReport(db, pitch.id, asked)
  const called = await namesSeenBy(
    db,
    'owner',
    rows.map(row => row.forwardedBy),
  )
  const items = rows.map(
    (row): ReportQuestion => ({
      id: row.id,
      state: row.state === 'withdrawn' ? 'dismissed' : row.state,
      content: row.content,
      user_id: row.fromAccountId,
      name: row.fromName,
      forwarded_by: called(row.forwardedBy),
      asked_at: row.askedAt.toISOString(),
      settled_at: row.state === 'answered' || row.state === 'dismissed' ? row.changedAt.toISOString() : null,
    }),
  )
  return { items: await veiled(db, pitch.id, items), total }
}

/** Messages of everybody's chat as a report shows them. */
export async function writtenIn(db: Transaction, pitch: PitchRow, asked: MessagesAsked) {
  const { items: rows, total } = await messagesForReport(db, pitch.id, asked)
  const named = rows.map(row => ({
    id: row.id,
    user_id: row.fromAccountId,
    name: row.fromName,
    content: row.content,
    at: row.at.toISOString(),
    edited: row.editedAt !== null,
    deleted: row.deleted,
    // beside the words, so that the veil finds the names in them
    notification_members: row.detail && 'notification_members' in row.detail ? row.detail.notification_members : [],
  }))
  const seen = await veiled(db, pitch.id, named)
  return { items: seen.map(({ notification_members: _, ...message }): ReportMessage => message), total }
}
