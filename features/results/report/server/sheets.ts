import type { Language } from '#contract/fields.ts'
import { decimalsOf } from '#contract/money.ts'
import { guestName } from '#features/core/account/veil.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { listAttendance } from '#features/results/attendance/server/queries.ts'
import { listCommitments } from '#features/results/commitment/server/queries.ts'
import { choiceWords } from '#features/results/feedback/server/choiceWords.ts'
import { listFeedback } from '#features/results/feedback/server/queries.ts'
import type { ReportKind } from '#features/results/report/rules.ts'
import { countPages } from '#features/room/deck/server/queries.ts'
import { guestModeOf } from '#features/room/guest/server/queries.ts'
import { nameForManagers, nameInFile } from '#features/room/room/server/personNames.ts'
import { shareOf } from '#features/talk/poll/rules.ts'
import { listPolls, listVotes } from '#features/talk/poll/server/queries.ts'
import type { Transaction } from '#server/db/database.ts'
import { whole } from '#server/lists.ts'
import type { Sheet } from '#server/sheets/csv.ts'
import { textsIn } from '#server/texts.ts'
import { reportMessages, reportQuestions } from './talk.ts'

/** The headings of the columns in the caller's language. */
function headings(language: Language) {
  const t = textsIn(language, 'report')
  const page = (number: number) => t('columns.page', { number })
  const amount = (currency: string) => t('columns.amount', { currency })
  return { ...t('columns', { returnObjects: true }), states: t('states', { returnObjects: true }), page, amount }
}

type Write = (db: Transaction, pitch: PitchRow, language: Language, shown: <T>(value: T) => T) => Promise<Sheet>

/** All rows of each table of a pitch's results. `shown`: what was said and voted, as the room shows it. */
export const sheets: Record<ReportKind, Write> = {
  attendance: async (db, pitch, language) => {
    const h = headings(language)
    const { rows } = await listAttendance(db, pitch, { ...whole, who: 'all' })
    // every slide of the deck has a column, and so has one that was seen and deleted since; a reduce, since ten thousand
    // people are more than Math.max takes as arguments
    const last = rows.reduce(
      (most, { pages }) => Math.max(most, pages.at(-1)?.page ?? 0),
      await countPages(db, pitch.id),
    )
    const pages = Array.from({ length: last }, (_, index) => index + 1)
    return {
      fields: [h.name, h.email, h.joined, h.left, h.seconds, ...pages.map(h.page)],
      rows: rows.map(row => {
        const on = new Map(row.pages.map(({ page, seconds }) => [page, seconds]))
        const times = [row.joinedAt?.toISOString() ?? '', row.leftAt?.toISOString() ?? '']
        const name = nameForManagers({ ...row, id: row.accountId })
        return [name, row.email, ...times, row.seconds, ...pages.map(page => on.get(page) ?? 0)]
      }),
    }
  },
  feedback: async (db, pitch, language) => {
    const h = headings(language)
    return {
      fields: [h.name, h.email, h.choice, h.note, h.contact, h.at],
      rows: (await listFeedback(db, pitch.id, whole)).map(({ feedback, name, email }) => {
        const { choice, note, contact, updatedAt } = feedback
        return [name, email, choiceWords[language][choice], note, contact, updatedAt.toISOString()]
      }),
    }
  },
  questions: async (db, pitch, language, shown) => {
    const h = headings(language)
    const { items } = await reportQuestions(db, pitch, whole)
    return {
      fields: [h.name, h.question, h.state, h.forwardedBy, h.asked, h.settled],
      rows: shown(items).map(({ name, content, state, forwarded_by, asked_at, settled_at }) => [
        ...[
          nameInFile(language, name),
          content,
          h.states[state],
          nameInFile(language, forwarded_by),
          asked_at,
          settled_at ?? '',
        ],
      ]),
    }
  },
  chat: async (db, pitch, language, shown) => {
    const h = headings(language)
    const { items } = await reportMessages(db, pitch, whole)
    return {
      fields: [h.name, h.message, h.state, h.at],
      rows: shown(items).map(({ name, content, edited, deleted, at }) => [
        ...[nameInFile(language, name), content, deleted ? h.deleted : edited ? h.edited : '', at],
      ]),
    }
  },
  // [PERM-059] a file does not name a guest's vote either
  polls: async (db, pitch, language, shown) => {
    const h = headings(language)
    const { on } = await guestModeOf(db, pitch.id)
    const rows: (string | number)[][] = []
    for (const poll of await listPolls(db, pitch.id)) {
      const votes = poll.is_anonymous ? [] : await listVotes(db, poll.id, whole)
      poll.options.forEach((option, place) => {
        const votesFor = poll.counts[place] ?? 0
        const who = votes.filter(({ choices }) => choices.includes(place))
        const names = who.map(({ user_id: id, name, email, asGuest, choices }) =>
          on || asGuest
            ? shown({ user_id: id, name: guestName(id), choices }).name
            : nameForManagers({ id, name, email }),
        )
        rows.push([
          poll.question,
          option,
          votesFor,
          shareOf(votesFor, poll.voters),
          poll.voters,
          names.map(name => nameInFile(language, name)).join(', '),
        ])
      })
    }
    return { fields: [h.question, h.option, h.votes, h.share, h.voters, h.who], rows }
  },
  commitments: async (db, pitch, language) => {
    const h = headings(language)
    return {
      fields: [h.name, h.email, h.amount(pitch.currency), h.initials, h.at, h.statement, h.statementVersion],
      rows: (await listCommitments(db, pitch.id, whole)).map(({ commitment, name, email }) => {
        const { amountMinor, initials, createdAt, statement, statementVersion } = commitment
        const shown = [statement ?? h.noStatement, statementVersion ?? '']
        // a number, whose currency is in the head, so that a spreadsheet can add it up
        return [
          name,
          email,
          Number(amountMinor) / 10 ** decimalsOf(pitch.currency),
          initials,
          createdAt.toISOString(),
          ...shown,
        ]
      }),
    }
  },
}
