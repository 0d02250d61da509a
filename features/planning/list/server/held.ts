import { type Holding, suppressedAmong } from '#features/notify/suppression/server/suppressing.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'

/** Which of these addresses get no invitation, as far as the organization may know. */
export const heldAmong = (
  { settings }: Pick<Frame, 'settings'>,
  db: Database | Transaction,
  organisationId: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Holding>> =>
  suppressedAmong(db, settings, emails, { organisationId, topic: 'invitations', onlySeen: true })
