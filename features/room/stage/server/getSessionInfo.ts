import { findAccount, findAccountsByEmail } from '#features/core/account/server/queries.ts'
import { calledInRoom } from '#features/core/account/veil.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { filesOf, pagesOf } from '#features/room/deck/server/queries.ts'
import { moderates } from '#features/room/room/rules.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import type { Handler } from '#server/context.ts'
import { standingOf } from './standing.ts'

/** [ENT-013, ENT-015, ENT-016, ENT-017] The session of a pitch, as other programs ask for it. */
export const getSessionInfo: Handler<typeof stageCalls.getSessionInfo> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch, part } = access
  const [standing, room] = [await standingOf(db, pitch), await roomStateOf(db, pitch.id, slidesPart)]
  const files = (await filesOf(db, pitch.id)).filter(file => file.status !== 'failed')
  const pages = await pagesOf(
    db,
    files.map(file => file.id),
  )
  const shown = files.flatMap(file => pages.filter(page => page.fileId === file.id))[room.page - 1]
  const runs = moderates(part)
  const moderators = runs ? await findAccountsByEmail(db, pitch.moderators) : []
  const leader = standing.living_host === pitch.userId ? undefined : await findAccount(db, standing.living_host)
  return {
    ...standing,
    pitch_status: pitch.state,
    real_start_time: pitch.realStartAt?.toISOString() ?? null,
    real_end_time: pitch.realEndAt?.toISOString() ?? null,
    presenter_uid: pitch.userId,
    presenter_id: pitch.userId,
    moderators: moderators.map(({ id, email }) => ({ email, easiio_id: id })),
    co_hosts: runs ? pitch.coHosts.map(email => ({ email })) : [],
    current_page: room.page,
    current_index: room.index,
    live_deck: shown?.fileId ?? null,
    live_presenter: leader
      ? calledInRoom(leader.id, `${leader.firstname} ${leader.lastname}`.trim())
      : pitch.presenterName,
  }
}
