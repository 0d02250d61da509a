import { languages } from '#contract/fields.ts'
import { isOfRehearsal } from '#features/core/pitch/server/rehearsalQueries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { haveUnread, insertNotices } from './queries.ts'
import { type NoticeKind, type NoticeParams, noticeText } from './texts.ts'

export interface NewNotice<K extends NoticeKind> {
  /** Who is told; the same person is told once. */
  readonly accountIds: readonly string[]
  readonly kind: K
  readonly params: NoticeParams[K]
  /**
   * The account that made it happen. Nobody is told of what they did themselves. Whoever `params` names has to be given
   * here: it is how their name is found when they are forgotten.
   */
  readonly by?: string | undefined
  /** Whoever has the very same notice and has not read it is not told again. */
  readonly unlessUnread?: boolean
}

/** What a notice is found by: its words in every language. */
export const searchOf = (kind: string, params: unknown): string =>
  languages
    .map(language => noticeText(kind, params, language))
    .flatMap(text => (text ? [text.title, text.content] : []))
    .join(' ')
    .toLowerCase()

/**
 * The way for every feature to tell people that something happened. On a call's own transaction they are told if and
 * only if it did.
 */
export async function createNotice<K extends NoticeKind>(
  db: Database | Transaction,
  { accountIds, kind, params, by, unlessUnread }: NewNotice<K>,
): Promise<void> {
  if (await isOfRehearsal(db, Object.values(params))) return
  const known = unlessUnread ? await haveUnread(db, accountIds, { kind, params }) : new Set()
  const told = [...new Set(accountIds)].filter(accountId => accountId !== by && !known.has(accountId))
  const search = searchOf(kind, params)
  const byAccountId = by ?? null
  await insertNotices(
    db,
    told.map(accountId => ({ accountId, kind, params, byAccountId, search })),
  )
}
