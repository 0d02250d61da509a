import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { auditEntry } from './tables.ts'

type Row = typeof auditEntry.$inferSelect

/** What stands before the first entry. */
export const GENESIS = '0'.repeat(64)

/** The hash of an entry at its place: of the hash before it and of all that the entry says. Hexadecimal SHA-256. */
export const hashOf = (previous: string, number: number, row: Omit<Row, 'number' | 'hash'>): string =>
  createHash('sha256')
    .update(`${previous}\n${contentOf(number, row)}`)
    .digest('hex')

/** One text for one content: the keys of the detail in their order, the time to the millisecond in UTC. */
function contentOf(number: number, row: Omit<Row, 'number' | 'hash'>): string {
  const { id, at, organisationId, actorId, impersonatorId, action, subject, detail, ip } = row
  const when = at.toISOString()
  return JSON.stringify([
    number,
    id,
    when,
    organisationId,
    actorId,
    impersonatorId,
    action,
    subject,
    ordered(detail),
    ip,
  ])
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, inner]) => [key, ordered(inner)])
}

/** Where the chain ends. */
export interface Head {
  readonly count: number
  readonly hash: string
}

/** The signature of a head: an attacker with the database but without the key cannot make one. */
export const signatureOf = (key: string, { count, hash }: Head): string =>
  createHmac('sha256', key).update(`rostrum audit head\n${count}\n${hash}`).digest('hex')

export function isSigned(key: string, head: Head & { readonly signature: string }): boolean {
  const right = Buffer.from(signatureOf(key, head))
  const found = Buffer.from(head.signature)
  return right.length === found.length && timingSafeEqual(right, found)
}
