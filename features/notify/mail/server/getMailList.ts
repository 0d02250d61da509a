import type { mailCalls } from '#features/notify/mail/contract.ts'
import type { Handler } from '#server/context.ts'
import { mailHead } from './mailHead.ts'
import { listMails } from './queries.ts'

export const getMailList: Handler<typeof mailCalls.getMailList> = async ({ db, input }) => {
  const { items, total } = await listMails(db, input)
  return { items: items.map(mailHead), total }
}
