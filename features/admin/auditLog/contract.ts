import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { csvOutput, filled, instant, line, listOf, paging, sorting } from '#contract/fields.ts'

/** A person of an entry. The name is empty when the account is gone. */
const EntryPerson = z.object({ id: z.uuid(), name: z.string(), email: z.string() })

/** One line of the audit log. */
export const AuditEntry = z.object({
  id: z.number().int(),
  at: instant,
  /** The action, as `subject.verb`; audit.json has the wording. */
  action: z.string(),
  /** The actor; null for the console itself, and for people who were not signed in. */
  actor: EntryPerson.nullable(),
  /** The super admin who acted as the actor. */
  impersonator: EntryPerson.nullable(),
  /** The id of the subject. */
  subject: z.string(),
  /** The name of the subject, where it has one. */
  subject_name: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** The names that the ids in `detail` have today, as far as they have one. */
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
  /** The actor, or the admin who acted as them. */
  actor: z.uuid().optional(),
  from: instant.optional(),
  until: instant.optional(),
}

export const auditLogCalls = {
  /** Lists audit entries: an admin sees their own organization, a super admin all. */
  getAuditList: call({
    who: callers.admins,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, ...filter, ...sorting(['at', 'action'], 'at', 'desc') }),
    output: listOf(AuditEntry),
  }),
  /** [CALL-216] Lists the audit entries about one subject, newest first. */
  getLog: call({
    who: callers.admins,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, subject: filled(200) }),
    output: listOf(AuditEntry),
  }),
  /** Exports the newest entries that match a filter as CSV; the export is an entry itself. */
  exportAuditLog: call({
    who: callers.admins,
    input: z.object(filter),
    output: csvOutput,
  }),
}
