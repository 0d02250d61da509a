import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { wireStatus } from '#features/core/pitch/rules.ts'
import type { Handler } from '#server/context.ts'
import { partnerOf } from './partner.ts'
import { listOpenPitches, noteKeyUse } from './partnerQueries.ts'

export const getPartnerPitchList: Handler<typeof invitationsCalls.getPartnerPitchList> = async context => {
  const { db, input, now } = context
  const { key, organisationName } = await partnerOf(context, input)
  await noteKeyUse(db, key.id, now)
  const pitches = await listOpenPitches(db, key.organisationId)
  return {
    org_name: organisationName,
    items: pitches.map(pitch => ({
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
