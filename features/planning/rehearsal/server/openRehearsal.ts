import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { insertRehearsal, openRehearsalOf } from '#features/core/pitch/server/rehearsalQueries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import type { rehearsalCalls } from '#features/planning/rehearsal/contract.ts'
import { mayBeRehearsed } from '#features/planning/rehearsal/rules.ts'
import { announceDeck } from '#features/room/deck/server/roomDeck.ts'
import { openVideoRoom } from '#features/room/media/server/videoRoom.ts'
import { leaderFields } from '#features/room/room/server/livingHost.ts'
import { type Preparation, prepares } from '#server/context.ts'
import { watchRehearsalLater } from './jobs.ts'
import { rehearsablePitch, viewOf } from './rehearsable.ts'

type Call = typeof rehearsalCalls.openRehearsal

/** How many are in the rehearsal that is open; several servers ask the database for it, each on a connection more. */
const countThere: Preparation<Call, number> = async ({ frame, actor, input }) => {
  const access = await pitchFor(frame.db, actor, input.uuid)
  const open = access && (await openRehearsalOf(frame.db, access.pitch.id))
  return open ? frame.rooms.countHere(open.id) : 0
}

/** The pitch itself is held while it is decided, so whoever starts it at this moment comes before or after. */
export const openRehearsal = prepares<Call, number>(countThere, async (context, here) => {
  const { db, actor, now, announce, afterCommit, enqueue, fail, frame } = context
  const access = await rehearsablePitch(context)
  const pitch = await lockPitch(db, access.pitch.id)
  if (pitch.deletedAt) return fail('PitchNotFound')
  if (!mayBeRehearsed(pitch.state)) return fail('PitchStateForbids')
  const open = await openRehearsalOf(db, pitch.id)
  if (open) return viewOf(open, here)

  const made = await insertRehearsal(db, pitch, now)
  const host = presents(access.part) ? actor.accountId : pitch.userId
  await announce(made.id, 'pitchStarted', {
    startedAt: now.toISOString(),
    ...leaderFields(access.pitch, host, actor.name),
    rehearsal: true,
  })
  await announceDeck(context, made.id)
  await watchRehearsalLater(enqueue, made.id, now)
  await writeAudit(context, {
    action: 'rehearsal.open',
    subject: pitch.uuid,
    organisationId: pitch.organisationId,
    detail: { name: pitch.presentationName },
  })
  afterCommit(() => openVideoRoom(frame.media, made.id))
  return viewOf(made, 0)
})
