import { count, desc, eq } from 'drizzle-orm'
import { type Language, languages } from '#contract/fields.ts'
import { holdOrganisation } from '#features/core/organisation/server/queries.ts'
import type { Statements } from '#features/results/commitment/contract.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type Paging, rowsOf } from '#server/lists.ts'
import { textsIn } from '#server/texts.ts'
import { commitment, commitmentStatement } from './tables.ts'

type Db = Database | Transaction

/** The sentence of every organization that has none of its own. */
export const defaultStatement = (language: Language): string => textsIn(language, 'commitment')('statement')

const inEach = (text: (language: Language) => string): Statements => ({
  en: text('en'),
  'zh-Hans': text('zh-Hans'),
  'zh-Hant': text('zh-Hant'),
})
export const defaultStatements = (): Statements => inEach(defaultStatement)

/** What an organization last wrote, empty where it has the default; version 0 when it never wrote any. */
export async function writtenStatement(db: Db, organisationId: string) {
  const [row] = await db
    .select()
    .from(commitmentStatement)
    .where(eq(commitmentStatement.organisationId, organisationId))
    .orderBy(desc(commitmentStatement.version))
    .limit(1)
  return { version: row?.version ?? 0, texts: row?.texts ?? inEach(() => '') }
}

/** What investors of an organization are shown now, in each language. */
export async function currentStatement(db: Db, organisationId: string) {
  const { version, texts } = await writtenStatement(db, organisationId)
  return { version, ...inEach(language => texts[language] || defaultStatement(language)) }
}

/** The same, and no other is written before the commit. */
export async function heldStatement(db: Transaction, organisationId: string) {
  await holdOrganisation(db, organisationId)
  return currentStatement(db, organisationId)
}

export async function insertStatement(db: Transaction, row: typeof commitmentStatement.$inferInsert): Promise<void> {
  await db.insert(commitmentStatement).values(row)
}

/** The versions of an organization's sentence, newest first. */
export async function listStatements(db: Db, organisationId: string, paging: Paging) {
  const own = eq(commitmentStatement.organisationId, organisationId)
  const items = await rowsOf(db.select().from(commitmentStatement).where(own), paging, [
    desc(commitmentStatement.version),
  ])
  const [all] = await db.select({ total: count() }).from(commitmentStatement).where(own)
  return { items, total: all?.total ?? 0 }
}

/** What a commitment keeps of the sentence that was shown; of one that was made before there was any, nothing. */
export const statementOf = (row: Pick<typeof commitment.$inferSelect, keyof typeof kept>) => ({
  statement: row.statement ?? '',
  statement_version: row.statementVersion,
  statement_language: languages.find(language => language === row.statementLanguage) ?? null,
})
const kept = {
  statement: commitment.statement,
  statementVersion: commitment.statementVersion,
  statementLanguage: commitment.statementLanguage,
}

/** The sentences under which the commitments to a pitch were made, most often used first. */
export async function statementsOf(db: Db, pitchId: number) {
  const rows = await db
    .select({ ...kept, count: count() })
    .from(commitment)
    .where(eq(commitment.pitchId, pitchId))
    .groupBy(...Object.values(kept))
    .orderBy(desc(count()), commitment.statementVersion, commitment.statementLanguage)
  return rows.map(row => ({ ...statementOf(row), count: row.count }))
}
