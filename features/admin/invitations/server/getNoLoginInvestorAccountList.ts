import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import type { Handler } from '#server/context.ts'
import { listNoLoginInvestors } from './partnerQueries.ts'

type Call = typeof invitationsCalls.getNoLoginInvestorAccountList

export const getNoLoginInvestorAccountList: Handler<Call> = async ({ db, actor, input }) => {
  const { items, total } = await listNoLoginInvestors(db, actor, input)
  return {
    items: items.map(({ investor, organisationName, email, owner }) => ({
      id: investor.id,
      account_type: investor.accountType,
      firstname: investor.firstname,
      lastname: investor.lastname,
      owner_email: email,
      owner_name: owner,
      org_name: organisationName,
      created_on: investor.createdAt.toISOString(),
    })),
    total,
  }
}
