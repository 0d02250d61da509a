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
   * The account that caused it, which gets no notice itself. The person that `params` names has to be given here: by
   * this their name is found when the account is deleted permanently.
   */
  readonly by?: string | undefined
  /** A recipient with the very same unread notice gets no second one. */
  readonly unlessUnread?: boolean
}

/** The text that a search looks in: the notice's words in every language. */
export const searchOf = (kind: string, params: unknown): string =>
  languages
    .map(language => noticeText(kind, params, language))
    .flatMap(text => (text ? [text.title, text.content] : []))
    .join(' ')
    .toLowerCase()

/** Creates notices in the caller's transaction, for any feature. */
export async function createNotice<K extends NoticeKind>(
  db: Database | Transaction,
  { accountIds, kind, params, by, unlessUnread }: NewNotice<K>,
): Promise<void> {
  if (await isOfRehearsal(db, Object.values(params))) return
  const known = unlessUnread ? await haveUnread(db, accountIds, { kind, params }) : new Set()
  const recipients = [...new Set(accountIds)].filter(accountId => accountId !== by && !known.has(accountId))
  const search = searchOf(kind, params)
  const byAccountId = by ?? null
  await insertNotices(
    db,
    recipients.map(accountId => ({ accountId, kind, params, byAccountId, search })),
  )
}
