import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import type { Handler } from '#server/context.ts'
import { readPasswordLink } from './passwordLink.ts'

export const checkResetPasswordLink: Handler<typeof recoveryCalls.checkResetPasswordLink> = async context => {
  const found = await readPasswordLink(context, context.input.link_code)
  if (typeof found === 'string') return context.fail(found)
  const { email, firstname, lastname, username, companyName: company_name } = found.person
  const { flag, pitchCode } = found.link
  return { email, firstname, lastname, username: username ?? '', company_name, flag, pitchCode }
}
