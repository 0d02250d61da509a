import { CallFailed } from '#contract/call.ts'
import { freeUsername, mailPasswordLink } from '#features/access/recovery/server/activation.ts'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import {
  type BulkAct,
  type BulkDetail,
  type ExtraRole,
  extraRoles,
  mayGiveExtraRoles,
  rolesAfter,
} from '#features/admin/users/rules.ts'
import { RESTORABLE_DAYS } from '#features/core/account/match.ts'
import { type MainRole, mayManage } from '#features/core/account/rules.ts'
import { type AccountRow, refuseOverLimit, updateAccount } from '#features/core/account/server/queries.ts'
import { putTag, takeTag } from '#features/core/account/server/tagQueries.ts'
import type { SessionEnd } from '#features/core/account/sessionEnds.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { handOverOpenPitches } from '#features/planning/plan/server/handOver.ts'
import { type ActContext, lockBoth, lockPerson } from './lockPerson.ts'

/**
 * Signs a user out everywhere, at once, and closes their connections. `why`: what the sign-in then says; nothing to people
 * who cannot sign in again.
 */
export async function signOutEverywhere(context: ActContext, person: AccountRow, why?: SessionEnd): Promise<void> {
  await endSessions(context, { accountId: person.id }, why)
  closeSockets(context, person)
}

/** What is connected carries the rights of its handshake: closed, it comes back with those of today, or not at all. */
function closeSockets({ afterCommit, frame }: ActContext, { id }: AccountRow): void {
  afterCommit(() => frame.rooms.disconnect({ accountId: id }))
}

export const note = (context: ActContext, action: string, person: AccountRow, detail: Record<string, unknown> = {}) =>
  writeAudit(context, { action, subject: person.id, organisationId: person.organisationId, detail })

/** [STATE-074] Not for the caller's own account: no one could enable the last super admin again. */
export async function setDisabled(context: ActContext, id: string, disabled: boolean): Promise<void> {
  const { db, now } = context
  const person = await lockPerson(context, id)
  if ((person.state === 'disabled') === disabled) return
  const state = disabled ? 'disabled' : stateBefore(person)
  if (state === 'active' || state === 'awaiting') await refuseOverLimit(db, person.organisationId)
  await updateAccount(db, person.id, { state }, now)
  if (disabled) await signOutEverywhere(context, person)
  await note(context, disabled ? 'account.disable' : 'account.enable', person)
}

/** Signs a user out and leaves their account as it is: for a lost phone, a shared computer. */
export async function signOutPerson(context: ActContext, id: string): Promise<void> {
  const person = await lockPerson(context, id)
  await signOutEverywhere(context, person, 'byAdmin')
  await note(context, 'account.signOut', person)
}

/** The state of a user before they were disabled follows from what they have set up. */
function stateBefore(person: AccountRow): AccountRow['state'] {
  // users of a sign-in provider have no password
  if (person.passwordHash || person.lastLoginAt) return 'active'
  return person.username ? 'awaiting' : 'invited'
}

/**
 * Deletes an account for as long as it can be had back; its pitches that have not begun get another presenter first.
 */
export async function deletePerson(context: ActContext, id: string, handOverTo: string | undefined): Promise<void> {
  const { db, now, enqueue } = context
  const person = await lockPerson(context, id)
  const handed = await handOverOpenPitches(context, person.id, handOverTo)
  await updateAccount(db, person.id, { deletedAt: now }, now)
  await signOutEverywhere(context, person)
  const runAt = new Date(now.getTime() + RESTORABLE_DAYS * 86_400_000)
  await enqueue('purgeUser', { accountId: person.id }, { key: `purgeUser:${person.id}`, runAt })
  await note(context, 'account.delete', person, handed.length ? { pitches: handed, to: handOverTo } : {})
}

/** Their roles, tags and password come back with them; sessions, and pitches that were handed over, do not. */
export async function restorePerson(context: ActContext, id: string): Promise<void> {
  const { db, now } = context
  const person = await lockPerson(context, id, { deleted: true })
  if (person.state === 'active' || person.state === 'awaiting') await refuseOverLimit(db, person.organisationId)
  await updateAccount(db, person.id, { deletedAt: null }, now)
  await note(context, 'account.restore', person)
}

/** Signs out users who lose a role, so that nothing in their browser continues as before. */
export async function changeRole(
  context: ActContext,
  id: string,
  role: MainRole,
  extra: readonly ExtraRole[] | undefined,
): Promise<void> {
  const { db, now } = context
  const { person, me } = await lockBoth(context, id)
  const had = extraRoles.filter(name => person.roles.includes(name))
  const wanted = extra ?? had
  const roles = rolesAfter(person.roles, role, wanted)
  if (!mayManage(me.roles, roles)) throw new CallFailed('NoPermission')
  const changesExtra = had.length !== wanted.length || had.some(name => !wanted.includes(name))
  if (changesExtra && !mayGiveExtraRoles(me.roles)) throw new CallFailed('NoPermission')
  if (roles.length === person.roles.length && roles.every(name => person.roles.includes(name))) return
  await updateAccount(db, person.id, { roles }, now)
  if (person.roles.every(name => (roles as string[]).includes(name))) closeSockets(context, person)
  else await signOutEverywhere(context, person, 'byAdmin')
  const { id: subject, organisationId } = person
  await tell(context, {
    audit: { action: 'account.changeRole', subject, organisationId, detail: { from: person.roles, to: roles } },
    notice: { accountIds: [subject], kind: 'roleChanged', params: { roles }, by: me.id },
  })
}

/** Emails a new link to a user without a password, to set one; earlier links end. */
export async function resend(context: ActContext, id: string): Promise<void> {
  const { db, now } = context
  const person = await lockPerson(context, id)
  if (person.state === 'active') throw new CallFailed('AlreadyActivated')
  if (person.state === 'disabled') throw new CallFailed('AccountNotEnabled')
  if (person.state === 'invited') await refuseOverLimit(db, person.organisationId)
  const username = person.username ?? (await freeUsername(db, person.email))
  await mailPasswordLink(context, await updateAccount(db, person.id, { state: 'awaiting', username }, now))
  await note(context, 'account.resendActivation', person)
}

/** A tag of the person's own organization; that of another is as if there were none. */
async function setTag(context: ActContext, id: string, tagId: string | undefined, isOn: boolean): Promise<void> {
  const person = await lockPerson(context, id)
  if (tagId === undefined) throw new CallFailed('TagNotFound')
  const isThere = isOn ? await putTag(context.db, person, tagId) : await takeTag(context.db, person, tagId)
  if (!isThere) throw new CallFailed('TagNotFound')
}

/** One act of many, on one person. Fails with a CallFailed that says why not. */
export function actOn(context: ActContext, act: BulkAct, id: string, detail: BulkDetail): Promise<void> {
  switch (act) {
    case 'enable':
      return setDisabled(context, id, false)
    case 'disable':
      return setDisabled(context, id, true)
    case 'delete':
      return deletePerson(context, id, detail.hand_over_to)
    case 'restore':
      return restorePerson(context, id)
    case 'addTag':
      return setTag(context, id, detail.tag_id, true)
    case 'removeTag':
      return setTag(context, id, detail.tag_id, false)
    case 'changeRole':
      if (!detail.role) throw new CallFailed('InputInvalid', { role: 'required' })
      return changeRole(context, id, detail.role, undefined)
    case 'resend':
      return resend(context, id)
    case 'signOut':
      return signOutPerson(context, id)
  }
}
