import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { manages, presents, wireStatus } from '#features/core/pitch/rules.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { endRehearsalOf } from '#features/planning/rehearsal/server/ending.ts'
import { filesOf } from '#features/room/deck/server/queries.ts'
import { announceDeck } from '#features/room/deck/server/roomDeck.ts'
import { openVideoRoom } from '#features/room/media/server/videoRoom.ts'
import type { roomCalls } from '#features/room/room/contract.ts'
import { leading } from '#features/room/room/server/livingHost.ts'
import { postSystemMessage } from '#features/talk/chat/server/postSystemMessage.ts'
import { rightNow } from '#server/clock.ts'
import type { Handler } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'

/** [GAP-021] From status 0 to status 2. [ERR-040] Not before there is something to show. */
export const startPitch: Handler<typeof roomCalls.startPitch> = async context => {
  const { db, actor, input, fail, announce, afterCommit, frame } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  if (!manages(access.part)) return fail('NoPermission')
  const pitch = await changePitchState(db, access.pitch, 'start')
  if (!pitch) return fail('PitchStateForbids')
  if (!pitch.noFile && !(await firstPageIsReady(db, pitch.id))) return fail('PitchNotReady')

  if (!pitch.noFile) await announceDeck(context, pitch.id)
  const host = presents(access.part) ? actor.accountId : pitch.userId
  const startedAt = (pitch.realStartAt ?? rightNow()).toISOString()
  await announce(pitch.id, 'pitchStarted', { startedAt, ...leading(pitch, host, actor.name) })
  await postSystemMessage(context, pitch, 'pitchStarted')
  await writeAudit(context, { action: 'pitch.start', subject: pitch.uuid, organisationId: pitch.organisationId })
  // last, and under no lock that others take before the pitch's own: a rehearsal never stands in a start's way
  await endRehearsalOf(context, pitch)
  afterCommit(() => openVideoRoom(frame.media, pitch.id))
  return { status: wireStatus(pitch.state) }
}

/** The rest may follow while the first page is shown. A file that could not be converted is left out. */
async function firstPageIsReady(db: Transaction, pitchId: number): Promise<boolean> {
  const [first] = (await filesOf(db, pitchId)).filter(file => file.status !== 'failed')
  return first !== undefined && first.pagesReady > 0
}
