/** A ticket is open until support answers, and again when the asker adds to it. */
export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

/** The longest question or answer, in characters. */
export const MESSAGE_LENGTH = 4000

/** [RULE-092] Whether a text has an element or a comment of HTML; "3 < 4" and "<3" have none. */
export function hasHtml(text: string): boolean {
  const begin = text.search(/<\/?[a-z!?]/i)
  return begin >= 0 && (text.includes('>', begin) || text.includes('<!--'))
}
