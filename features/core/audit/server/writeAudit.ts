import { sql } from 'drizzle-orm'
import { rehearsalAmong } from '#features/core/pitch/server/rehearsalQueries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

/** A handler's context is one; a job has no actor. */
export interface AuditContext {
  readonly db: Database | Transaction
  readonly actor?: (Pick<Actor, 'accountId' | 'organisationId'> & Partial<Pick<Actor, 'impersonatorId'>>) | undefined
  readonly request?: { readonly ip: string } | undefined
}

export interface Deed {
  /** What was done, as `subject.verb`: `commitment.create`, `pitch.delete`. */
  readonly action: string
  /** The id of what or whom it was done to. */
  readonly subject: string
  /** What else matters later; never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** The subject's organization, when it is not the actor's. */
  readonly organisationId?: string | null
}

/** Records an action in its own transaction, so the entry exists if and only if the action succeeded. */
export async function writeAudit({ db, actor, request }: AuditContext, deed: Deed): Promise<void> {
  const organisationId = deed.organisationId === undefined ? (actor?.organisationId ?? null) : deed.organisationId
  // The opening of a rehearsal is recorded for its pitch; actions inside it are not. One statement, because every
  // action waits for it.
  await db.execute(sql`
    insert into audit_entry (organisation_id, actor_id, impersonator_id, action, subject, detail, ip)
    select ${organisationId}::uuid, ${actor?.accountId ?? null}::uuid, ${actor?.impersonatorId ?? null}::uuid,
      ${deed.action}, ${deed.subject}, ${JSON.stringify(deed.detail ?? {})}::jsonb, ${request?.ip ?? ''}
    where not exists (${rehearsalAmong([deed.subject, deed.detail?.['pitch']])})`)
}
