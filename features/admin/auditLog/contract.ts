import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { csvOutput, instant, line, listOf, paging } from '#contract/fields.ts'

/** A person of an entry. The name is empty when the account is gone. */
const Somebody = z.object({ id: z.uuid(), name: z.string(), email: z.string() })

/** One line of the audit log. */
export const AuditEntry = z.object({
  id: z.number().int(),
  at: instant,
  /** What was done, as `subject.verb`; its wording lies in audit.json. */
  action: z.string(),
  /** Who did it; null for the console itself, and for people who had not signed in. */
  actor: Somebody.nullable(),
  /** The superadmin who acted as the actor. */
  impersonator: Somebody.nullable(),
  /** The id of what it was done to. */
  subject: z.string(),
  /** What a person knows the subject by, where that is known. */
  subject_name: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** What the ids in `detail` stand for today, those that stand for anything. */
  detail_names: z.record(z.string(), z.string()),
  ip: z.string(),
  org_name: z.string(),
  /** Its place in the chain; null during the second until it is sealed. */
  number: z.number().int().nullable(),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filter = {
  /** A part of a person's name or address, an id, an IP address or an action. */
  content: line(100).optional(),
  action: line(80).optional(),
  /** The actor, or the administrator who acted as them. */
  actor: z.uuid().optional(),
  from: instant.optional(),
  until: instant.optional(),
}

export const auditLogCalls = {
  /** Who did what within the fence: an admin sees the own organisation, a superadmin all. */
  getAuditList: call({
    who: callers.admins,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      ...filter,
      sort: z.enum(['at', 'action']).default('at'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: listOf(AuditEntry),
  }),
  /** [CALL-216] The log of one thing or person: all that was done to it, newest first, within the fence. */
  getLog: call({
    who: callers.admins,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, subject: line(200).pipe(z.string().min(1, { error: 'required' })) }),
    output: listOf(AuditEntry),
  }),
  /** The newest entries of a filter as CSV; the export is an entry itself. */
  exportAuditLog: call({
    who: callers.admins,
    input: z.object(filter),
    output: csvOutput,
  }),
}
