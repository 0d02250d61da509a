import { INVITE_DAYS } from '#features/access/registration/rules.ts'
import { lastLinkAt } from '#features/access/registration/server/invitationQueries.ts'
import { daysFrom, mailInvitation, newInviteLink } from '#features/access/registration/server/inviteLinks.ts'
import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { changeableInvitation } from './changingInvitation.ts'

/** Nobody is mailed twice within so many milliseconds, however often a button is pressed. */
const PAUSE = 30_000

export const resendInviteUser: Handler<typeof invitationsCalls.resendInviteUser> = async context => {
  const { db, input, now, fail } = context
  const row = await changeableInvitation(context, input.id)
  if (row.uses >= row.maxUses) return fail('InviteUsed')
  if (row.disabledAt) return fail('InviteDisabled')
  const last = await lastLinkAt(db, row.id)
  if (row.email && last && now.getTime() - last.getTime() < PAUSE) return fail('TooManyRequests')
  const link = row.email
    ? undefined
    : await newInviteLink(context, row, laterOf(row.expiresAt, daysFrom(now, INVITE_DAYS)))
  if (row.email) await mailInvitation(context, row)
  const { organisationId } = row
  await writeAudit(context, { action: 'invitation.resend', subject: row.id, organisationId })
  return { state: 'enabled' as const, ...(link ? { link } : {}) }
}

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)
