import { eq, or } from 'drizzle-orm'
import { type Forgotten, forgottenAddress } from '#features/core/account/server/forgetQueries.ts'
import { guestName } from '#features/core/account/veil.ts'
import type { Transaction } from '#server/db/database.ts'
import { ticket, ticketMessage } from './tables.ts'

/** Takes name, address and contact from what somebody asked the support; what was asked and answered stays. */
export async function purgeTickets(db: Transaction, { id, email }: Forgotten): Promise<void> {
  const name = guestName(id)
  await db
    .update(ticket)
    .set({ name, email: forgottenAddress(id), contact: '' })
    .where(or(eq(ticket.accountId, id), eq(ticket.email, email)))
  await db.update(ticketMessage).set({ name }).where(eq(ticketMessage.accountId, id))
}
