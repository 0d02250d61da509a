import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Handler } from '#server/context.ts'
import { inviteAll } from './inviting.ts'

export const invitePresenter: Handler<typeof registrationCalls.invitePresenter> = async context => {
  const { input, fail } = context
  const { email: emails, firstname, lastname, company_name: companyName, language, org_id } = input
  const who = { emails, firstname, lastname, companyName, language, org_id }
  const results = await inviteAll(context, { kind: 'presenter', role: 'presenter', ...who })
  return typeof results === 'string' ? fail(results) : { results }
}
