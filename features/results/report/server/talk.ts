import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { ReportMessage, ReportQuestion, reportCalls } from '#features/results/report/contract.ts'
import { labelled } from '#features/room/guest/server/labels.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import { type MessagesAsked, messagesForReport } from '#features/talk/chat/server/reportQueries.ts'
import { type QuestionsAsked, questionsForReport } from '#features/talk/question/server/reportQueries.ts'
import type { Transaction } from '#server/db/database.ts'

// Names are those that the room stored, and of people without one those that managers see. A guest, and a person whose account
// was deleted since, has no other name here. Guest mode as it is now veils them too.

/** The questions of a pitch as its report shows them. */
export async function reportQuestions(db: Transaction, pitch: PitchRow, query: QuestionsAsked) {
  const { items: rows, total } = await questionsForReport(db, pitch.id, query)
  const nameOf = await namesSeenBy(
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
      forwarded_by: nameOf(row.forwardedBy),
      asked_at: row.askedAt.toISOString(),
      settled_at: row.state === 'answered' || row.state === 'dismissed' ? row.changedAt.toISOString() : null,
    }),
  )
  return { items: await veiled(db, pitch.id, await labelled(db, pitch.id, 'owner', items)), total }
}

/** The messages of a pitch's public chat as its report shows them. */
export async function reportMessages(
  db: Transaction,
  pitch: PitchRow,
  query: MessagesAsked,
  viewer: PitchPart = 'owner',
) {
  const { items: rows, total } = await messagesForReport(db, pitch.id, query)
  const withNames = rows.map(row => ({
    id: row.id,
    user_id: row.fromAccountId,
    name: row.fromName,
    content: row.content,
    at: row.at.toISOString(),
    edited: row.editedAt !== null,
    deleted: row.deleted,
    // beside the text, so that the veil finds the names in it
    notification_members: row.detail && 'notification_members' in row.detail ? row.detail.notification_members : [],
  }))
  const shown = await veiled(db, pitch.id, await labelled(db, pitch.id, viewer, withNames))
  return { items: shown.map(({ notification_members: _, ...message }): ReportMessage => message), total }
}

export const getPitchQuestions = withPitch<typeof reportCalls.getPitchQuestions>('manages', ({ db, pitch, input }) =>
  reportQuestions(db, pitch, input),
)

export const getPitchChat = withPitch<typeof reportCalls.getPitchChat>('manages', ({ db, pitch, input }) =>
  reportMessages(db, pitch, input),
)
