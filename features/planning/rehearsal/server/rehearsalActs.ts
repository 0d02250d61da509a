import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { isRehearsal, pitchFor } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { presents } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { insertRehearsal, openRehearsalOf } from '#features/core/pitch/server/rehearsalQueries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import type { rehearsalCalls } from '#features/planning/rehearsal/contract.ts'
import { mayBeRehearsed } from '#features/planning/rehearsal/rules.ts'
import { announceDeck } from '#features/room/deck/server/roomDeck.ts'
import { openVideoRoom } from '#features/room/media/server/videoRoom.ts'
import { moderates } from '#features/room/room/rules.ts'
import { leaderFields } from '#features/room/room/server/livingHost.ts'
import { type Preparation, prepares } from '#server/context.ts'
import { endRehearsalOf, watchRehearsalLater } from './ending.ts'

type Open = typeof rehearsalCalls.openRehearsal

/** Counts the people in an open rehearsal. With several servers the count takes a database connection of its own. */
const countHere: Preparation<Open, number> = async ({ frame, actor, input }) => {
  const access = await pitchFor(frame.db, actor, input.uuid)
  const open = access && (await openRehearsalOf(frame.db, access.pitch.id))
  return open ? frame.rooms.countHere(open.id) : 0
}

const open = (here: number) =>
  withPitch<Open>(moderates, async context => {
    const { db, actor, part, now, announce, afterCommit, fail, frame } = context
    refuseRehearsal(context)
    // the lock puts a racing start of the pitch before or after this call
    const pitch = await lockPitch(db, context.pitch.id)
    if (pitch.deletedAt) return fail('PitchNotFound')
    if (!mayBeRehearsed(pitch.state)) return fail('PitchStateForbids')
    const running = await openRehearsalOf(db, pitch.id)
    if (running) return viewOf(running, here)

    const rehearsal = await insertRehearsal(db, pitch, now)
    const host = presents(part) ? actor.accountId : pitch.userId
    await announce(rehearsal.id, 'pitchStarted', {
      startedAt: now.toISOString(),
      ...leaderFields(context.pitch, host, actor.name),
      rehearsal: true,
    })
    await announceDeck(context, rehearsal.id)
    await watchRehearsalLater(db, rehearsal.id, now)
    await writeAudit(context, {
      action: 'rehearsal.open',
      subject: pitch.uuid,
      organisationId: pitch.organisationId,
      detail: { name: pitch.presentationName },
    })
    afterCommit(() => openVideoRoom(frame.media, rehearsal.id))
    return viewOf(rehearsal, 0)
  })

export const openRehearsal = prepares<Open, number>(countHere, (context, here) => open(here)(context))

export const endRehearsal = withPitch<typeof rehearsalCalls.endRehearsal>(moderates, async context => {
  refuseRehearsal(context)
  return { ended: await endRehearsalOf(context, await lockPitch(context.db, context.pitch.id)) }
})

export const getRehearsal = withPitch<typeof rehearsalCalls.getRehearsal>(moderates, async context => {
  const { db, pitch, frame } = context
  refuseRehearsal(context)
  const running = await openRehearsalOf(db, pitch.id)
  return { rehearsal: running ? viewOf(running, await frame.rooms.countHere(running.id)) : null }
})

/** Fails with PitchNotFound for a rehearsal, which has no rehearsal of its own. */
function refuseRehearsal({ pitch, fail }: { pitch: PitchRow; fail: (code: 'PitchNotFound') => never }): void {
  if (isRehearsal(pitch)) fail('PitchNotFound')
}

/** A rehearsal on the wire. */
const viewOf = ({ uuid, realStartAt, createdAt }: PitchRow, here: number) => ({
  uuid,
  started_time: (realStartAt ?? createdAt).toISOString(),
  here,
})
