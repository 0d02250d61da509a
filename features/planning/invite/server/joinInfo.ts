import { randomUUID } from 'node:crypto'
import { findAccount } from '#features/core/account/server/queries.ts'
import { isVerifiedAs } from '#features/core/company/server/queries.ts'
import { isRehearsal, pitchShownTo } from '#features/core/part/server/access.ts'
import { attendeeOf, insertAttendees } from '#features/core/part/server/attendeeQueries.ts'
import { knowsCompany, wireStatus } from '#features/core/pitch/rules.ts'
import { seenByAttendee } from '#features/core/pitch/server/disclosure.ts'
import { type PitchRow, pitchByUuid, pitchUuidOf } from '#features/core/pitch/server/queries.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { consentOf } from '#features/room/recording/server/consentQueries.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { chatPart, isMuted } from '#features/talk/chat/apply.ts'
import { chatGroupOf } from '#features/talk/chat/server/queries.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { calendarFile } from './calendar.ts'

/**
 * The pitch of a uuid, as far as a visitor may know of it: a public one, or one that their session or join link opens.
 * A private pitch answers strangers like one that never existed.
 */
async function pitchKnownTo({
  db,
  actor,
  input,
}: Pick<ContextOf<typeof inviteCalls.CheckPitchUUID>, 'db' | 'actor' | 'input'>): Promise<PitchRow | undefined> {
  const access = actor && (await pitchShownTo(db, actor, input.uuid))
  if (access) return access.pitch
  const pitch = await pitchByUuid(db, input.uuid)
  if (!pitch?.isPublic || isRehearsal(pitch)) return undefined
  return seenByAttendee(pitch, knowsCompany(pitch, 'attendee', false))
}

/** CALL-180 */
export const GetDefaultInfoByUUID: Handler<typeof inviteCalls.GetDefaultInfoByUUID> = async context => {
  const pitch = await pitchKnownTo(context)
  if (!pitch) return context.fail('PitchNotFound')
  const group_chat_id = await chatGroupOf(context.db, pitch)
  return { group_chat_id, group_name: pitch.presentationName, pitch_detail_id: pitch.id }
}

/** CALL-181, ERR-021 */
export const CheckPitchUUID: Handler<typeof inviteCalls.CheckPitchUUID> = async context => {
  const pitch = await pitchKnownTo(context)
  return pitch ? { group_chat_id: await chatGroupOf(context.db, pitch) } : context.fail('PitchNotFound')
}

export const getPitchCalendar: Handler<typeof inviteCalls.getPitchCalendar> = async context => {
  const pitch = (await pitchKnownTo(context)) ?? context.fail('PitchNotFound')
  const { presentationName: title, presenterName: presenter, startsAt, endsAt } = pitch
  const times = { starts: startsAt.toISOString(), ends: endsAt.toISOString() }
  return { title, presenter, ...times, ...calendarFile(context.frame.settings, pitch) }
}

/** The rows are looked for by a job, so that an answer's time does not tell who is invited. */
export const sendJoinLinks: Handler<typeof inviteCalls.sendJoinLinks> = async context => {
  const { input, frame, request, enqueue } = context
  await countMailAsked(frame, { ip: request.ip, to: input.email })
  await enqueue('renewLinks', { email: input.email, batch: randomUUID() })
  return {}
}

type GetJoinInfo = ContextOf<typeof inviteCalls.getJoinInfo>

export const getJoinInfo: Handler<typeof inviteCalls.getJoinInfo> = async context => {
  const { input, actor, db } = context
  const access = await pitchShownTo(db, actor, input.uuid)
  if (!access) return refuse(context)
  const { pitch, part, gap = '' } = access
  if (part === 'attendee') await becomeAttendee(context, pitch)
  return {
    uuid: pitch.uuid,
    presentation_name: pitch.presentationName,
    presenter_name: pitch.presenterName,
    company_name: pitch.companyName,
    company_logo: pitch.companyLogo ?? '',
    company_verified: await isVerifiedAs(db, pitch),
    about: pitch.about,
    highlights: pitch.highlights,
    start_date_raw: pitch.startsAt.toISOString(),
    end_date_raw: pitch.endsAt.toISOString(),
    status: wireStatus(pitch.state),
    part,
    is_mute_chat: part === 'attendee' && isMuted((await roomStateOf(db, pitch.id, chatPart)).mute, actor.accountId),
    show_question: pitch.showQuestion,
    recording: pitch.recording,
    watermark: pitch.watermark,
    enforce_accredit: pitch.enforceAccredit,
    accreditation_gap: gap,
    agrees_to_recording: pitch.recording === 'not' ? null : ((await consentOf(db, pitch.id, actor.accountId)) ?? null),
    name: actor.name,
    email: actor.email,
    timezone: await timezoneOf(context),
    ...(pitch.rehearsalOf !== null && { rehearsal_of: await pitchUuidOf(db, pitch.rehearsalOf) }),
  }
}

/** Empty for an attendee without a password, who has chosen no zone: their browser knows better than their row. */
async function timezoneOf({ db, actor }: Pick<GetJoinInfo, 'db' | 'actor'>): Promise<string> {
  const { state, preferredTimezone, timezone } = await findAccount(db, actor.accountId)
  return state === 'invited' ? '' : (preferredTimezone ?? timezone)
}

/** Tells an invited caller why they are not let in, and any other caller that there is no such pitch. */
async function refuse({ db, actor, input, fail }: GetJoinInfo): Promise<never> {
  const pitch = await pitchByUuid(db, input.uuid)
  const attendee = pitch && (await attendeeOf(db, pitch.id, actor.accountId))
  if (attendee?.removedAt) fail('RemovedFromRoom')
  if (attendee?.disabledAt) fail('JoinLinkDisabled')
  return fail('PitchNotFound')
}

/** Puts a caller who joins a public pitch of their organization on its list, without an email. */
async function becomeAttendee({ db, actor }: GetJoinInfo, { id: pitchId, organisationId }: PitchRow): Promise<void> {
  if (await attendeeOf(db, pitchId, actor.accountId)) return
  const { accountId, email, name, language } = actor
  await insertAttendees(db, [{ pitchId, organisationId, accountId, email, firstname: name, language }])
}
