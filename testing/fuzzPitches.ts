import { crowdedPitch } from './attacks/crowdedPitch.ts'
import { seedPitch } from './startRooms.ts'

/** Live pitches, one of them in guest mode and one of another organisation: their ids, and those of what is in them. */
export async function leavePitches(stack: Parameters<typeof crowdedPitch>[0]) {
  const [open, hidden] = [await crowdedPitch(stack), await crowdedPitch(stack)]
  await stack.as('presenter').updateGuestMode({ uuid: hidden.pitch_uuid, on: true })
  const shown = (await hidden.second.getRoomPeople({ pitch_uuid: hidden.pitch_uuid })).items
  const foreign = await seedPitch(stack, { owner: 'lumenPresenter', state: 'inProgress' })
  const of = [open.ids, hidden.ids]
  return {
    attendee: open.ivy.token,
    /** People as a room in guest mode names them. */
    aliases: shown.map(({ id }) => id),
    uuids: [...of.map(({ pitch }) => pitch), foreign.uuid],
    numbers: [...of.map(({ pitchId }) => pitchId), foreign.id],
    groups: of.flatMap(({ group, privateGroup }) => [group, privateGroup]),
    messages: of.map(({ message }) => message),
    polls: of.map(({ poll }) => poll),
    questions: of.map(({ question }) => question),
    files: of.map(({ file }) => file),
    attendees: of.map(({ attendee }) => attendee),
  }
}

export type FuzzPitches = Awaited<ReturnType<typeof leavePitches>>
