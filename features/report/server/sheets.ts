import type { Language } from '#contract/fields.ts'
import { formatMoney } from '#features/commitment/rules.ts'
import { listCommitments } from '#features/commitment/server/queries.ts'
import { listFeedback } from '#features/feedback/server/queries.ts'
import type { PitchRow } from '#features/pitch/server/access.ts'
import { listAttendance } from '#features/room/server/queries.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Sheet } from './csv.ts'
import { headings } from './headings.ts'

type Write = (db: Transaction, pitch: PitchRow, language: Language) => Promise<Sheet>

/** All rows of each table of a pitch's results. */
export const sheets: Record<'attendance' | 'feedback' | 'commitments', Write> = {
  attendance: async (db, pitch, language) => {
    const h = headings[language]
    const { rows } = await listAttendance(db, pitch, { page: 1, limit: 1_000_000 })
    const last = Math.max(0, ...rows.flatMap(row => row.pages.map(({ page }) => page)))
    const pages = Array.from({ length: last }, (_, index) => index + 1)
    return {
      fields: [h.name, h.email, h.joined, h.left, h.seconds, ...pages.map(h.page)],
      rows: rows.map(row => {
        const on = new Map(row.pages.map(({ page, seconds }) => [page, seconds]))
        const times = [row.joinedAt.toISOString(), row.leftAt?.toISOString() ?? '']
        return [row.name, row.email, ...times, row.seconds, ...pages.map(page => on.get(page) ?? 0)]
      }),
    }
  },
  feedback: async (db, pitch, language) => {
    const h = headings[language]
    return {
      fields: [h.name, h.email, h.choice, h.note, h.contact, h.at],
      rows: (await listFeedback(db, pitch.id)).map(({ feedback, name, email }) => {
        const { choice, note, contact, updatedAt } = feedback
        return [name, email, h.choices[choice], note, contact, updatedAt.toISOString()]
      }),
    }
  },
  commitments: async (db, pitch, language) => {
    const h = headings[language]
    return {
      fields: [h.name, h.email, h.amount, h.initials, h.at],
      rows: (await listCommitments(db, pitch.id)).map(({ commitment, name, email }) => {
        const { amountMinor, initials, createdAt } = commitment
        return [name, email, formatMoney(amountMinor), initials, createdAt.toISOString()]
      }),
    }
  },
}
