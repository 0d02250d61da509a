import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { mailCalls } from '#features/notify/mail/contract.ts'
import type { Handler } from '#server/context.ts'
import { pageForBrowser } from './brand.ts'
import { findMail, listMails, type MailRow } from './queries.ts'

export const getMailList: Handler<typeof mailCalls.getMailList> = async ({ db, input }) => {
  const { items, total } = await listMails(db, input)
  return { items: items.map(mailHead), total }
}

/** An email may hold a link by which its reader signs in, so who opens one is noted. */
export const getMail: Handler<typeof mailCalls.getMail> = async context => {
  const { db, input, fail } = context
  const mail = (await findMail(db, input.id)) ?? fail('NotFound')
  // whole for its recipient, who may open it in a browser, and not for the reader of the outbox
  const shown = (words: string) => (mail.state === 'kept' ? words : covered(words))
  const { organisationId, text, html, calendar } = mail
  await writeAudit(context, { action: 'mail.read', subject: mail.id, organisationId })
  return {
    ...mailHead(mail),
    text: shown(text),
    html: await pageForBrowser(context, shown(html), mail),
    // a calendar folds its lines, also within an address
    calendar: calendar === null ? null : shown(calendar.replace(/\r?\n[ \t]/g, '')),
  }
}

/** An email in a list: everything but its bodies. */
export const mailHead = ({
  createdAt,
  ...mail
}: Pick<
  MailRow,
  'id' | 'kind' | 'recipient' | 'subject' | 'state' | 'heldBy' | 'failure' | 'viewHash' | 'createdAt'
>) => ({
  id: mail.id,
  kind: mail.kind,
  recipient: mail.recipient,
  subject: subjectWithoutSecrets(mail),
  state: mail.state,
  held_by: mail.heldBy,
  failure: mail.failure,
  created_at: createdAt.toISOString(),
})

type MailState = Pick<MailRow, 'state' | 'viewHash'>
type Bodies = Pick<MailRow, 'subject' | 'text' | 'html'>

/**
 * What is kept of an email that has left: its links and codes are forgotten. One that its recipient may open in a
 * browser stays whole, and so does one that is read in the outbox instead of being sent.
 */
export function withoutSecrets<T extends MailState & Bodies>({ state, viewHash, ...mail }: T): Bodies {
  const of = { state, viewHash }
  return { subject: shown(of, mail.subject), text: shown(of, mail.text), html: shown(of, mail.html) }
}

/** The same of a subject alone, which may be a code's. */
export const subjectWithoutSecrets = (mail: MailState & Pick<MailRow, 'subject'>): string => shown(mail, mail.subject)

const shown = ({ state, viewHash }: MailState, words: string): string =>
  state === 'kept' || viewHash !== null ? words : covered(words)

/**
 * A text without links and codes: the reader of the outbox must not sign in, or enter a pitch, with a colleague's.
 * Tokens have 256 bits, codes eight digits, in two groups where people read them over; six of old.
 */
const covered = (words: string): string =>
  words.replace(/[\w-]{43,}/g, '•••').replace(/(?<!\w)(\d{4} ?\d{4}|\d{6})(?!\w)/g, '••••••••')
