import { and, type Column, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { slicesOf, type Transaction } from '#server/db/database.ts'
import type { MailKind } from '../kinds.ts'
import { mailMessage } from './tables.ts'

/** The mark of emails about a pitch, by which they are withdrawn while they wait. */
export const aboutPitch = (id: number): string => `pitch:${id}`

/** What of a pitch is withdrawn together. Cancellations always leave: they take entries out of calendars. */
const withdrawn = {
  /** From people who have come, or who have said that they do not. */
  asking: ['pitchInvitation', 'pitchReminder'],
  /** From people who may no longer attend. */
  attending: ['pitchInvitation', 'pitchReminder', 'pitchUpdate', 'pitchLink', 'pitchRecording'],
  /** From people who have left the team. */
  team: ['pitchAppointment', 'pitchTeamUpdate'],
} as const satisfies Record<string, readonly MailKind[]>

/**
 * Withdraws what waits to be sent to these people about a pitch; without recipients, to anyone. Call it after the change
 * that makes the emails useless: a job that writes some at the same moment holds the rows of the pitch and its people.
 */
export async function withdrawPitchMails(
  db: Transaction,
  pitchId: number,
  what: keyof typeof withdrawn,
  recipients?: readonly string[],
): Promise<void> {
  const waiting = and(
    eq(mailMessage.about, aboutPitch(pitchId)),
    eq(mailMessage.state, 'queued'),
    isNotNull(mailMessage.dueAt),
    inArray(mailMessage.kind, [...withdrawn[what]]),
  )
  // an email that never leaves keeps no links, and nobody has the code to open it in a browser
  const covered = (column: Column) => sql`regexp_replace(${column}, '[\\w-]{43,}', '•••', 'g')`
  const bodies = { text: covered(mailMessage.text), html: covered(mailMessage.html) }
  const change = { ...bodies, state: 'withdrawn' as const, dueAt: null, failure: null, viewHash: null }
  if (!recipients) return void (await db.update(mailMessage).set(change).where(waiting))
  for (const some of slicesOf(recipients))
    await db
      .update(mailMessage)
      .set(change)
      .where(and(inArray(mailMessage.recipient, [...some]), waiting))
}

/** Emails about a pitch that wait are of use until its new end. */
export async function moveValidity(db: Transaction, pitchId: number, end: Date): Promise<void> {
  await db
    .update(mailMessage)
    .set({ validUntil: end })
    .where(
      and(
        eq(mailMessage.about, aboutPitch(pitchId)),
        eq(mailMessage.state, 'queued'),
        isNotNull(mailMessage.validUntil),
      ),
    )
}
