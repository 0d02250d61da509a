import { CallFailed } from '#contract/call.ts'
import { fullName } from '#contract/names.ts'
import type { Registration, registrationCalls } from '#features/access/registration/contract.ts'
import type { InviteKind } from '#features/access/registration/rules.ts'
import { linkedinAddress } from '#features/core/account/rules.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { proofByCode } from './emailCode.ts'
import { takeInvitation } from './invitationQueries.ts'
import { invitedBy, mayStillInvite } from './invitedBy.ts'
import { type Ground, openAccount, refuseUnagreed } from './registering.ts'

/**
 * [CALL-182, CALL-184, CALL-185] Opens the account that an invitation of this kind allows: to the address that was
 * invited, with the role and in the organization of the invitation, whatever the payload says, and as often as it
 * allows.
 */
export const registerByInvitation = (kind: InviteKind): Handler<typeof registrationCalls.register> =>
  opensTransactions(async context => {
    const { input } = context
    await refuseUnagreed(context.frame, input)
    const { invitation } = await invitedBy(context, kind, input.code ?? '')
    const { id, email, createdBy } = invitation
    const name = fullName(input) || input.email
    if (email !== null && email !== input.email) throw new CallFailed('InviteNotYours')
    // An emailed link proves the mailbox; with an open one, the code proves it.
    const proof =
      email === null ? await proofByCode(context, { email: input.email, code: input.email_code ?? '' }) : undefined
    // as the invitation stands when it is used, and not as it stood when its link was looked at
    let taken = invitation
    const ground: Ground = {
      prove: async () => {
        const byCode = await proof?.()
        return async db => {
          await byCode?.(db)
          taken = (await takeInvitation(db, id, context.now)) ?? context.fail('InviteUsed')
          if (!(await mayStillInvite(db, taken))) throw new CallFailed('InviteDisabled')
        }
      },
      opened: (db, by) =>
        createNotice(db, { accountIds: [createdBy], kind: 'invitationAccepted', params: { name }, by }),
      place: async () => ({ organisationId: taken.organisationId, role: taken.role }),
      detail: { by: 'invitation', invitation: id },
    }
    return openAccount(context, newcomerOf(input), ground)
  })

/** What a payload says of a person. */
export function newcomerOf(input: Omit<Registration, 'password'> & { password: string }) {
  return {
    email: input.email,
    firstname: input.firstname,
    lastname: input.lastname,
    username: input.username,
    password: input.password,
    companyName: input.company_name,
    position: input.position,
    location: input.location,
    linkedinProfileUrl: linkedinAddress(input.linkedin_publicProfileUrl),
    language: input.language,
    timezone: input.timezone,
  }
}

export const register: Handler<typeof registrationCalls.register> = registerByInvitation('presenter')

export const registerTypeUserByEmail: Handler<typeof registrationCalls.registerTypeUserByEmail> =
  registerByInvitation('typeuser')

export const registerSuperAdminByEmail: Handler<typeof registrationCalls.registerSuperAdminByEmail> =
  registerByInvitation('superadmin')
