import { findAccount } from '#features/core/account/server/queries.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { attendeeOf, insertAttendees } from '#features/core/part/server/attendeeQueries.ts'
import { wireStatus } from '#features/core/pitch/rules.ts'
import { type PitchRow, pitchByUuid, pitchUuidOf } from '#features/core/pitch/server/queries.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { chatPart, isMuted } from '#features/talk/chat/apply.ts'
import type { ContextOf, Handler } from '#server/context.ts'

type GetJoinInfo = ContextOf<typeof inviteCalls.getJoinInfo>

export const getJoinInfo: Handler<typeof inviteCalls.getJoinInfo> = async context => {
  const { input, actor, db } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return sayWhyNot(context)
  const { pitch, part } = access
  if (part === 'attendee') await becomeAttendee(context, pitch)
  return {
    uuid: pitch.uuid,
    presentation_name: pitch.presentationName,
    presenter_name: pitch.presenterName,
    company_name: pitch.companyName,
    company_logo: pitch.companyLogo ?? '',
    about: pitch.about,
    highlights: pitch.highlights,
    start_date_raw: pitch.startsAt.toISOString(),
    end_date_raw: pitch.endsAt.toISOString(),
    status: wireStatus(pitch.state),
    part,
    is_mute_chat: part === 'attendee' && isMuted((await roomStateOf(db, pitch.id, chatPart)).mute, actor.accountId),
    show_question: pitch.showQuestion,
    name: actor.name,
    email: actor.email,
    timezone: await clockOf(context),
    ...(pitch.rehearsalOf !== null && { rehearsal_of: await pitchUuidOf(db, pitch.rehearsalOf) }),
  }
}

/** Whoever was only ever invited has chosen no zone: their browser knows better than their row. */
async function clockOf({ db, actor }: Pick<GetJoinInfo, 'db' | 'actor'>): Promise<string> {
  const { state, preferredTimezone, timezone } = await findAccount(db, actor.accountId)
  return state === 'invited' ? '' : (preferredTimezone ?? timezone)
}

/** Somebody who is not let in hears why, if they were invited; anybody else, that there is no such pitch. */
async function sayWhyNot({ db, actor, input, fail }: GetJoinInfo): Promise<never> {
  const pitch = await pitchByUuid(db, input.uuid)
  const attendee = pitch && (await attendeeOf(db, pitch.id, actor.accountId))
  if (attendee?.removedAt) fail('RemovedFromRoom')
  if (attendee?.disabledAt) fail('JoinLinkDisabled')
  return fail('PitchNotFound')
}

/** Whoever joins a public pitch of their organisation is on its list from then on, without a mail. */
async function becomeAttendee({ db, actor }: GetJoinInfo, { id: pitchId, organisationId }: PitchRow): Promise<void> {
  if (await attendeeOf(db, pitchId, actor.accountId)) return
  const { accountId, email, name, language } = actor
  await insertAttendees(db, [{ pitchId, organisationId, accountId, email, firstname: name, language }])
}
