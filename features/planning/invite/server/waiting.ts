import type { Language } from '#contract/fields.ts'
import { type AttendeeRow, attendeesToMail, invitedIds } from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import { awaitsApproval } from '#features/core/pitch/server/approvalQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { heldAmong } from '#features/planning/list/server/held.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { type Inviting, invite, mailAttendees } from './inviting.ts'
import { deleteWaiting, keepWaiting, listWaiting, takeWaiting } from './waitingQueries.ts'

export const getWaitingInviteeList = withPitch<typeof inviteCalls.getWaitingInviteeList>(
  'manages',
  async ({ db, frame, pitch, input }) => {
    const { items, total } = await listWaiting(db, pitch.id, input)
    const emails = items.map(({ email }) => email)
    const held = await heldAmong(frame, db, pitch.organisationId, emails)
    const shown = items.map(({ id, email, firstname, lastname }) => ({
      ...{ id, email, firstname, lastname },
      held_by: held.get(email)?.kind ?? null,
    }))
    return { items: shown, total }
  },
)

export const deleteWaitingInvitee = withPitch<typeof inviteCalls.deleteWaitingInvitee>('manages', async context => {
  const { db, pitch, actor, input, fail } = context
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  if (!(await deleteWaiting(db, pitch.id, input.id))) fail('AttendeeNotFound')
  return {}
})

type Waiting = Inviting & { readonly actor: Pick<Actor, 'language'>; readonly frame: Frame }

/**
 * Invites everyone who waits for the approval of a pitch; returns how many. Attendees among them get their invitation
 * again, with a new link.
 */
export async function inviteWaiting(context: Waiting, pitch: PitchRow): Promise<number> {
  const { db } = context
  const waiting = await takeWaiting(db, pitch.id)
  const emails = waiting.map(({ email }) => email)
  const again = await attendeesToMail(db, pitch.id, await invitedIds(db, pitch.id, emails))
  const known = new Set(again.map(({ email }) => email))
  const added = waiting.filter(({ email }) => !known.has(email))
  let invited = 0
  for (const inviter of new Set(added.map(person => person.inviterLanguage))) {
    const people = added.filter(person => person.inviterLanguage === inviter).map(personOf)
    // in the language of the person who invited them, not of the one who approves
    const actor = { language: inviter ?? context.actor.language }
    invited += (await invite({ ...context, actor }, pitch, people))?.invited ?? 0
  }
  if (again.length === 0 || !(await changePitchState(db, pitch, 'deliver'))) return invited
  const ids = again.map(({ id }) => id)
  await mailAttendees(context, pitch, 'invitation', ids)
  return invited + ids.length
}

interface Named extends Pick<AttendeeRow, 'email' | 'firstname' | 'lastname'> {
  readonly language: Language | null
}
/** A person as an invitation names them. */
const personOf = ({ email, firstname, lastname, language }: Named) => ({
  ...{ email, firstname, lastname },
  language: language ?? undefined,
})

/** Invites the attendees of a restored pitch again, now or with the approval for which it waits. */
export async function inviteRestored(context: Waiting, pitch: PitchRow): Promise<void> {
  const { db } = context
  const invited = await attendeesToMail(db, pitch.id, await invitedIds(db, pitch.id))
  await keepWaiting(db, pitch, invited.map(personOf), undefined)
  if (!(await awaitsApproval(db, pitch))) await inviteWaiting(context, pitch)
}
