import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { heldAmong } from '#features/planning/list/server/held.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { type Inviting, invite } from './inviting.ts'
import { deleteWaiting, listWaiting, takeWaiting } from './waitingQueries.ts'

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

/** Invites everyone who waits for the approval of a pitch; returns how many. */
export async function inviteWaiting(
  context: Inviting & { readonly actor: Actor; readonly frame: Frame },
  pitch: PitchRow,
): Promise<number> {
  const waiting = await takeWaiting(context.db, pitch.id)
  const inviters = new Set(waiting.map(person => person.inviterLanguage))
  let invited = 0
  for (const language of inviters) {
    const people = waiting
      .filter(person => person.inviterLanguage === language)
      .map(({ email, firstname, lastname, language: own }) => ({
        email,
        firstname,
        lastname,
        language: own ?? undefined,
      }))
    // in the language of the person who invited them, not of the one who approves
    const actor = { ...context.actor, language: language ?? context.actor.language }
    invited += (await invite({ ...context, actor }, pitch, people))?.invited ?? 0
  }
  return invited
}
