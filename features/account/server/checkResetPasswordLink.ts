import type { accountCalls } from '#features/account/contract.ts'
import type { Handler } from '#server/context.ts'
import { readPasswordLink } from './passwordLink.ts'

export const checkResetPasswordLink: Handler<typeof accountCalls.checkResetPasswordLink> = async context => {
  const { db, input, now, fail } = context
  const link = await readPasswordLink(db, input.link_code, now)
  if (typeof link === 'string') return fail(link)
  const { email, firstname, username } = link.person
  return { email, firstname, username: username ?? '' }
}
