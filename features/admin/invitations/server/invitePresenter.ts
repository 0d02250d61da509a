import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import type { Handler } from '#server/context.ts'
import { inviteAll } from './inviting.ts'

export const invitePresenter: Handler<typeof invitationsCalls.invitePresenter> = async context => {
  const { input, fail } = context
  const { email: emails, firstname, lastname, company_name: companyName, language, org_id } = input
  const who = { emails, firstname, lastname, companyName, language, org_id }
  const results = await inviteAll(context, { kind: 'presenter', role: 'presenter', ...who })
  return typeof results === 'string' ? fail(results) : { results }
}
