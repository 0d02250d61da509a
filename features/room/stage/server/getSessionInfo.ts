import { fullName } from '#contract/names.ts'
import { findAccount, findAccountsByEmail } from '#features/core/account/server/queries.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { windowOf } from '#features/core/pitch/rules.ts'
import { filesOf, pagesOf } from '#features/room/deck/server/queries.ts'
import { moderates } from '#features/room/room/rules.ts'
import { liveStatusOf } from '#features/room/room/server/livingHost.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import { raise } from '#server/occasions.ts'
import './occasions.ts'

/** [ENT-013, ENT-015, ENT-016, ENT-017, ENT-019] The session of a pitch, for other programs. */
export const getSessionInfo = withPitch<typeof stageCalls.getSessionInfo>('sees', async context => {
  const { db, pitch, part } = context
  const live = await liveStatusOf(db, pitch)
  const room = await roomStateOf(db, pitch.id, slidesPart)
  const files = (await filesOf(db, pitch.id)).filter(file => file.status !== 'failed')
  const pages = await pagesOf(
    db,
    files.map(file => file.id),
  )
  const shown = files.flatMap(file => pages.filter(page => page.fileId === file.id))[room.page - 1]
  const seesTeam = moderates(part)
  const moderators = seesTeam ? await findAccountsByEmail(db, pitch.moderators) : []
  const leader = live.living_host === pitch.userId ? undefined : await findAccount(db, live.living_host)
  const released = windowOf(part === 'attendee' ? { auditStart: null, auditEnd: null } : pitch)
  return {
    ...live,
    pitch_status: pitch.state,
    real_start_time: pitch.realStartAt?.toISOString() ?? null,
    real_end_time: pitch.realEndAt?.toISOString() ?? null,
    presenter_uid: pitch.userId,
    presenter_id: pitch.userId,
    moderators: moderators.map(({ id, email }) => ({ email, easiio_id: id })),
    co_hosts: seesTeam ? pitch.coHosts.map(email => ({ email })) : [],
    current_page: room.page,
    current_index: room.index,
    live_deck: shown?.fileId ?? null,
    attach_pdfs_to_company_info_section: pitch.attachPdfs,
    live_presenter: leader ? nameOrNumber(leader.id, fullName(leader)) : pitch.presenterName,
    uploaded_video_url: (await raise(context, 'sessionAsked', context)).find(url => url !== undefined) ?? '',
    audit_status: part === 'attendee' ? 'none' : pitch.approval,
    audit_start_time_hms: released.audit_start_time,
    audit_end_time_hms: released.audit_end_time,
    audit_duration_hms: released.audit_duration,
  }
})
