import type { Actor } from '#server/frame.ts'
import type { TicketRow } from './queries.ts'

/** Whether somebody answers a ticket: an admin of its organisation, or a superadmin; nobody answers themselves. */
export const mayAnswer = (actor: Actor, row: TicketRow): boolean =>
  row.accountId !== actor.accountId &&
  (actor.roles.includes('superadmin') || (actor.roles.includes('admin') && row.organisationId === actor.organisationId))
