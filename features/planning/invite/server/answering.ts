import { noteAnswer } from '#features/core/part/server/attendeeQueries.ts'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { withdrawPitchMails } from '#features/notify/mail/server/withdrawing.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { type Handler, inTransaction, type OutsideOf, opensTransactions } from '#server/context.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { findLink } from './linkQueries.ts'

type Asking = Omit<OutsideOf<typeof inviteCalls.getInvitation>, 'fail'> & {
  readonly fail: (code: 'JoinLinkWrong' | 'JoinLinkExpired' | 'JoinLinkDisabled' | 'RemovedFromRoom') => never
}

/** The invitation of an email. Guesses at tokens are limited, as with join links. */
async function invitationOf({ frame, input, request, now, fail }: Asking) {
  const found = await findLink(frame.db, hashToken(input.access_token))
  if (found?.pitch.uuid !== input.uuid) {
    await countWrongLink(frame, request.ip)
    return fail('JoinLinkWrong')
  }
  if (found.attendee.disabledAt || found.isAccountDisabled) fail('JoinLinkDisabled')
  if (found.attendee.removedAt) fail('RemovedFromRoom')
  if (found.link.expiresAt <= now) fail('JoinLinkExpired')
  return found
}

/** An email is answered by a press on the page, because scanners open every link in it. */
export const getInvitation: Handler<typeof inviteCalls.getInvitation> = opensTransactions(async context => {
  const { pitch, attendee } = await invitationOf(context)
  return {
    presentation_name: pitch.presentationName,
    presenter_name: pitch.presenterName,
    start_date_raw: pitch.startsAt.toISOString(),
    start_zone: pitch.startZone,
    open: isBeforeStart(pitch.state) && pitch.endsAt > context.now,
    answer: attendee.answer,
    recording: pitch.recording,
  }
})

export const answerInvitation: Handler<typeof inviteCalls.answerInvitation> = opensTransactions(async context => {
  const { input, now, frame, fail } = context
  const { pitch, attendee } = await invitationOf(context)
  if (!isBeforeStart(pitch.state) || pitch.endsAt <= now) fail('PitchStateForbids')
  await inTransaction(frame, async ({ db }) => {
    // a change of the time forgets the answers: one at the same moment waits for it
    const { startsAt } = await lockPitch(db, pitch.id)
    const seen = input.start_date_raw
    if (seen !== undefined && startsAt.getTime() !== Date.parse(seen)) fail('PitchMoved')
    await noteAnswer(db, attendee.id, input.answer, now)
    // people who come are still reminded
    if (input.answer === 'no') await withdrawPitchMails(db, pitch.id, 'asking', [attendee.email])
  })
  return { answer: input.answer }
})
