import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { inviteGuest } from '#features/planning/invite/server/inviteGuest.ts'
import type { Handler } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { partnerOf } from './partner.ts'
import { listOpenPitches } from './partnerQueries.ts'

/** The answer is the same for whoever is on the list already, was removed from it, or was shut out: the mailbox knows. */
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
