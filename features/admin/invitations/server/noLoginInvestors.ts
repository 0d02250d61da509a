import { CallFailed } from '#contract/call.ts'
import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { findAccountByEmail } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { organisationMeant } from '#features/core/organisation/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { insertNoLoginInvestor, listNoLoginInvestors } from './partnerQueries.ts'

type Call = typeof invitationsCalls.createNoLoginInvestorAccount

/** The owner has to be of the same organization, because no user acts for an investor of another. */
export const createNoLoginInvestorAccount: Handler<Call> = async context => {
  const { db, input, actor, now, fail } = context
  const organisationId = (await organisationMeant(context, input.org_id)) ?? fail('NoPermission')
  const owner = await findAccountByEmail(db, input.owner_email)
  if (!owner || owner.deletedAt || owner.organisationId !== organisationId) return fail('UserNotFound')
  const { account_type: accountType, firstname, lastname } = input
  if (accountType === 'individual' && !lastname) throw new CallFailed('InputInvalid', { lastname: 'required' })
  const { id } = await insertNoLoginInvestor(db, {
    organisationId,
    accountType,
    firstname,
    lastname,
    ownerId: owner.id,
    createdBy: actor.accountId,
    createdAt: now,
  })
  const detail = { accountType, owner: owner.id }
  await writeAudit(context, { action: 'account.createNoLogin', subject: id, detail, organisationId })
  return { id }
}

export const getNoLoginInvestorAccountList: Handler<typeof invitationsCalls.getNoLoginInvestorAccountList> = async ({
  db,
  actor,
  input,
}) => {
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
