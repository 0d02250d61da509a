import { CallFailed } from '#contract/call.ts'
import { type InviteKind, mayInvite, openLinkRoles } from '#features/access/registration/rules.ts'
import { findAccount, findAccountByEmail } from '#features/core/account/server/queries.ts'
import type { Context } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { findInvitationByCode, type InvitationRow, lockExpired, stateOf } from './invitationQueries.ts'
import { mailInvitation } from './inviteLinks.ts'

type Visit = Pick<Context, 'now' | 'request' | 'frame'> & { readonly actor: Actor | undefined }

/**
 * The invitation that a code stands for, if it may be used now. Fails with InviteCodeWrong (a code of another kind is
 * as wrong as one that never was), InviteDisabled, InviteUsed, InviteExpired, InviteNotYours for who is signed in as
 * another person, and EmailExists for the address of an account.
 */
export async function invitedBy(
  visit: Visit,
  kind: InviteKind,
  code: string,
): Promise<{ invitation: InvitationRow; organisationName: string }> {
  const { frame, now, request, actor } = visit
  const found = await findInvitationByCode(frame.db, hashToken(code))
  if (found?.invitation.kind !== kind) {
    await countWrongLink(frame, request.ip)
    throw new CallFailed('InviteCodeWrong')
  }
  const { invitation, linkExpiresAt, organisationName } = found
  if (actor && actor.email !== invitation.email) throw new CallFailed('InviteNotYours')
  const state = stateOf(invitation, now)
  if (state === 'used') throw new CallFailed('InviteUsed')
  if (state === 'disabled' || !(await mayStillInvite(frame.db, invitation))) throw new CallFailed('InviteDisabled')
  if (linkExpiresAt <= now) {
    await renew(frame, invitation, now)
    throw new CallFailed('InviteExpired')
  }
  if (await hasAccount(frame, invitation.email)) throw new CallFailed('EmailExists')
  return { invitation, organisationName }
}

/**
 * Whether the sender of an invitation is still permitted to send it. An admin who was removed must not return
 * by an invitation of their own; invitations to roles without power over others remain valid.
 */
export async function mayStillInvite(db: Database | Transaction, { kind, role, createdBy }: InvitationRow) {
  if ((openLinkRoles as readonly string[]).includes(role)) return true
  const { deletedAt, state, roles } = await findAccount(db, createdBy)
  return deletedAt === null && state === 'active' && mayInvite({ roles }, { kind, role })
}

/** Whether an address has an account of the console; an account for pitches only does not count. */
async function hasAccount({ db }: Frame, email: string | null): Promise<boolean> {
  const known = email === null ? undefined : await findAccountByEmail(db, email)
  return known !== undefined && known.state !== 'invited'
}

/**
 * [STATE-059, STATE-060] The visitor of an expired link gets a new one, at the address that was invited and nowhere
 * else, unless one is on its way or works. The call fails and takes its own transaction back, so the email has one of
 * its own.
 */
async function renew(frame: Frame, { id, email, expiresAt }: InvitationRow, now: Date): Promise<void> {
  if (email === null || expiresAt > now) return
  await frame.db.transaction(async db => {
    const row = await lockExpired(db, id, now)
    if (row) await mailInvitation({ db, now, frame, enqueue: (...job) => addJob(db, ...job) }, row, { renewed: true })
  })
}
