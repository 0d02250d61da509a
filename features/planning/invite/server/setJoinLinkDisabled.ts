import { endSessions } from '#features/access/session/server/endSessions.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { attendeesAmong, setDisabled } from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { withdrawPitchMails } from '#features/notify/mail/server/withdrawing.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { queueSettleVideo } from '#features/room/video/server/jobs.ts'
import { inviteWithdrawn } from './inviting.ts'

/** [STATE-055, STATE-056] Marks the attendee, so that neither their links nor their own sign-in let them in. */
export const setJoinLinkDisabled = withPitch<typeof inviteCalls.setJoinLinkDisabled>('manages', async context => {
  const { input, pitch, db, now, afterCommit, frame, fail } = context
  const [attendee] = await attendeesAmong(db, pitch.id, [input.attendee_id])
  if (!attendee) return fail('AttendeeNotFound')
  await setDisabled(db, attendee.id, input.disabled ? (attendee.disabledAt ?? now) : null)
  await writeAudit(context, {
    action: input.disabled ? 'joinLink.disable' : 'joinLink.enable',
    subject: attendee.id,
    organisationId: pitch.organisationId,
    detail: { pitch: pitch.uuid, account: attendee.accountId },
  })
  if (input.disabled) {
    await endSessions(context, { attendeeId: attendee.id })
    await withdrawPitchMails(db, pitch.id, 'attending', [attendee.email])
    const person = { pitchId: pitch.id, accountId: attendee.accountId }
    await queueSettleVideo(db, person)
    afterCommit(() => frame.rooms.disconnect(person))
  } else if (attendee.disabledAt) await inviteWithdrawn(context, pitch, attendee)
  return {}
})
