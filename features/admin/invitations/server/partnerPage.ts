import { CallFailed } from '#contract/call.ts'
import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { knowsCompany, wireStatus } from '#features/core/pitch/rules.ts'
import { seenByAttendee } from '#features/core/pitch/server/disclosure.ts'
import { inviteGuest } from '#features/planning/invite/server/inviteGuest.ts'
import type { Context, Handler } from '#server/context.ts'
import { countMailAsked, countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { findDeveloperKey, listOpenPitches, noteKeyUse } from './partnerQueries.ts'

export const getPartnerPitchList: Handler<typeof invitationsCalls.getPartnerPitchList> = async context => {
  const { db, input, now } = context
  const { key, organisationName } = await partnerOf(context, input)
  await noteKeyUse(db, key.id, now)
  const pitches = await listOpenPitches(db, key.organisationId)
  return {
    org_name: organisationName,
    // a person who opens the link has invited themselves
    items: pitches
      .map(one => seenByAttendee(one, knowsCompany(one, 'attendee', false)))
      .map(pitch => ({
        uuid: pitch.uuid,
        presentation_name: pitch.presentationName,
        presenter_name: pitch.presenterName,
        company_name: pitch.companyName,
        about: pitch.about,
        start_date_raw: pitch.startsAt.toISOString(),
        end_date_raw: pitch.endsAt.toISOString(),
        status: wireStatus(pitch.state),
      })),
  }
}

/** Answers the same for new, existing, removed and disabled guests; only the mailbox's owner learns which. */
export const joinAsGuest: Handler<typeof invitationsCalls.joinAsGuest> = async context => {
  const { db, input, frame, request, fail } = context
  const { key } = await partnerOf(context, input)
  const pitch = (await listOpenPitches(db, key.organisationId)).find(one => one.uuid === input.uuid)
  if (!pitch) return fail('PitchNotFound')
  await countMailAsked(frame, { ip: request.ip, to: input.email })
  const { email, firstname, lastname, language } = input
  await inviteGuest(context, pitch, { email, firstname, lastname, language, tag: key.tag })
  return {}
}

/** The partner of a link, by key and tag together. Fails with DeveloperKeyWrong; a revoked key is as wrong as none. */
export async function partnerOf(
  { db, frame, request }: Pick<Context, 'db' | 'frame' | 'request'>,
  { developerkey, tag }: { developerkey: string; tag: string },
) {
  const found = await findDeveloperKey(db, hashToken(developerkey))
  if (found && found.key.tag.toLowerCase() === tag.toLowerCase()) return found
  await countWrongLink(frame, request.ip)
  throw new CallFailed('DeveloperKeyWrong')
}
