import type { supportCalls } from '#features/admin/support/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { mailTo } from '#features/notify/mail/server/queueMail.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Handler } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { answerMail } from './emails.ts'
import { openedNotice, repliesTo, tellSupport } from './openTicket.ts'
import { askerOf, insertMessage, lockTicket, updateTicket } from './queries.ts'
import { mayAnswer } from './ticketLists.ts'

/** The asker adds to a ticket, which is open again; support is told. */
export const addToTicket: Handler<typeof supportCalls.addToTicket> = async context => {
  const { db, actor, input, now, frame, request, fail } = context
  const row = await lockTicket(db, actor, input.ticket_id)
  if (row?.accountId !== actor.accountId) return fail('TicketNotFound')
  await countMailAsked(frame, { ip: request.ip, to: `ticket ${actor.accountId}` })
  const { accountId } = actor
  const id = await insertMessage(db, {
    ticketId: row.id,
    accountId,
    name: actor.name || actor.email,
    isAnswer: false,
    content: input.content,
  })
  await updateTicket(db, row.id, { state: 'open', updatedAt: now })
  await tellSupport(context, row, actor.timezone, input.content, id)
  await tell(context, { notice: await openedNotice(db, row) })
  return {}
}

/** The answer reaches the asker by mail, by the bell and on the help page. */
export const answerTicket: Handler<typeof supportCalls.answerTicket> = async context => {
  const { db, actor, input, now, frame, fail } = context
  const row = (await lockTicket(db, actor, input.ticket_id)) ?? fail('TicketNotFound')
  if (!mayAnswer(actor, row)) return fail('TicketNotFound')
  if (row.state === 'closed') return fail('TicketClosed')
  const by = actor.name || actor.email
  const message = { ticketId: row.id, accountId: actor.accountId, name: by, isAnswer: true, content: input.content }
  const id = await insertMessage(db, message)
  await updateTicket(db, row.id, { state: 'answered', updatedAt: now })
  const asker = await askerOf(db, row)
  const replyTo = await repliesTo(context, row)
  const { number, accountId, organisationId } = row
  const url = accountId ? `${frame.settings.publicUrl}/help?ticket=${number}` : undefined
  await tell(context, {
    audit: { action: 'ticket.answer', subject: row.id, organisationId },
    notice: accountId !== null && {
      ...{ accountIds: [accountId], kind: 'ticketAnswered', params: { number }, by: actor.accountId },
    },
    mail: {
      ...mailTo({ ...asker, organisationId }),
      ...{ key: `ticket:${row.id}:${id}`, kind: 'ticketAnswer', replyTo },
      ...answerMail(asker.language, { number, content: input.content, by, url, replyTo }),
    },
  })
  return {}
}

export const setTicketClosed: Handler<typeof supportCalls.setTicketClosed> = async context => {
  const { db, actor, input, now, fail } = context
  const row = (await lockTicket(db, actor, input.ticket_id)) ?? fail('TicketNotFound')
  if ((row.state === 'closed') === input.closed) return {}
  await updateTicket(db, row.id, { state: input.closed ? 'closed' : 'open', updatedAt: now })
  const action = input.closed ? 'ticket.close' : 'ticket.reopen'
  await writeAudit(context, { action, subject: row.id, organisationId: row.organisationId })
  return {}
}
