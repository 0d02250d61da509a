import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { InviteKind } from '#features/access/registration/rules.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { invitedBy } from './invitedBy.ts'

/** [CALL-191, CALL-192, CALL-193] What a link of this kind tells its visitor before they register. */
export const checkInvite = (kind: InviteKind): Handler<typeof registrationCalls.checkPresenterInviteCode> =>
  opensTransactions(async context => {
    const { invite_code: code } = context.input
    const { invitation: row, organisationName } = await invitedBy(context, kind, code)
    return {
      type: row.kind,
      email: row.email ?? '',
      code,
      firstname: row.firstname,
      lastname: row.lastname,
      company_name: row.companyName,
      role_type_live: row.role,
      org_name: organisationName,
    }
  })

export const checkPresenterInviteCode: Handler<typeof registrationCalls.checkPresenterInviteCode> =
  checkInvite('presenter')

export const checkTypeUserInviteCodeExpired: Handler<typeof registrationCalls.checkTypeUserInviteCodeExpired> =
  checkInvite('typeuser')

export const checkSuperAdminInviteCode: Handler<typeof registrationCalls.checkSuperAdminInviteCode> =
  checkInvite('superadmin')
