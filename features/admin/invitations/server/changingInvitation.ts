import { CallFailed } from '#contract/call.ts'
import type { InviteState } from '#features/access/registration/rules.ts'
import { mayInvite } from '#features/access/registration/rules.ts'
import {
  type InvitationRow,
  lockInvitation,
  stateOf,
  updateInvitation,
} from '#features/access/registration/server/invitationQueries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Inviting } from './inviting.ts'

/** The invitation of that id, locked, if this person may change it: the fence of every call that does. */
export async function changeableInvitation(context: Inviting, id: string): Promise<InvitationRow> {
  const row = await lockInvitation(context.db, context.actor, id)
  // who may not see a kind of invitation at all is not told that there is one
  if (!row || (row.kind === 'superadmin' && !context.actor.roles.includes('superadmin')))
    throw new CallFailed('InvitationNotFound')
  if (!mayInvite(context.actor, row)) throw new CallFailed('NoPermission')
  return row
}

/** [STATE-055, STATE-056, STATE-057] Switches an invitation off or on; a second time changes nothing. */
export async function switchInvitation(
  context: Inviting,
  id: string,
  to: 'off' | 'on' | 'other',
): Promise<{ state: InviteState }> {
  const row = await changeableInvitation(context, id)
  const off = to === 'other' ? row.disabledAt === null : to === 'off'
  if (off === (row.disabledAt !== null)) return { state: stateOf(row, context.now) }
  const changed = await updateInvitation(context.db, id, { disabledAt: off ? context.now : null })
  const action = off ? 'invitation.disable' : 'invitation.enable'
  await writeAudit(context, { action, subject: id, organisationId: row.organisationId })
  return { state: stateOf(changed, context.now) }
}
