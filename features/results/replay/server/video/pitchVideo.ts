import type { PitchSeen } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import { isHeld } from '#features/core/pitch/server/holdQueries.ts'
import { isAnyLive, type PitchRow } from '#features/core/pitch/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { replayCalls } from '#features/results/replay/contract.ts'
import { firstPages } from '#features/room/deck/rules.ts'
import { filesOf } from '#features/room/deck/server/queries.ts'
import { takeUpload, uploadById } from '#features/room/deck/server/uploadQueries.ts'
import { attachRecording, lockAttached } from '#features/room/recording/server/attachedQueries.ts'
import { setDeleted } from '#features/room/recording/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { lockToDecide } from '../decisionQueries.ts'
import { attachedOf, type FoundRecording } from '../queries.ts'
import { pagesMatched } from '../shown.ts'
import { insertVideo, setSlides, videoOf } from '../videoQueries.ts'
import { watchedBy } from '../watchRule.ts'
import { prepareAgain } from './prepareVideo.ts'
import { mayPrepare } from './program.ts'

/** Whether the pitch has no video yet. Holds the others who attach one until the transaction ends. */
export async function mayAttach(db: Transaction, pitchId: number): Promise<boolean> {
  await lockAttached(db, pitchId)
  return !(await attachedOf(db, pitchId))
}

interface Changing extends PitchSeen {
  readonly db: Transaction
  readonly actor: Actor
  readonly fail: (code: 'PitchLocked' | 'VideoNotFound') => never
}

/** The video of the pitch, which the caller changes, locked. */
async function changed({ db, pitch, actor, fail }: Changing): Promise<FoundRecording> {
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  const found = await attachedOf(db, pitch.id)
  return found && (await lockToDecide(db, found.id)) ? found : fail('VideoNotFound')
}

const deedOn = ({ uuid: pitch, organisationId, presentationName: name }: PitchRow, subject: string) => ({
  ...{ subject, organisationId, detail: { name, pitch } },
})

/** [GAP-004, RULE-056] Of two that race the second finds the first. */
export const attachPitchVideo = withPitch<typeof replayCalls.attachPitchVideo>('manages', async context => {
  const { db, actor, input, pitch, fail } = context
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  if (!(await mayAttach(db, pitch.id))) return fail('VideoAttached')
  const waiting = await uploadById(db, input.upload_id)
  if (waiting?.accountId !== actor.accountId || waiting.fileId) return fail('UploadNotFound')
  if (!waiting.waitsAs) return fail('UploadNotFinished')
  const upload = await takeUpload(db, waiting.id, actor.accountId)
  if (!upload?.waitsAs) return fail('UploadNotFound')
  const { waitsAs: id, name, size } = upload
  await attachRecording(db, id, pitch)
  await insertVideo(db, { recordingId: id, accountId: actor.accountId, name, size, attempt: crypto.randomUUID() })
  await prepareAgain(db, id)
  await tell(context, { audit: { action: 'recording.attach', ...deedOn(pitch, id) } })
  return { id }
})

/** [GAP-005] Nobody can watch it from now on; one that is prepared is canceled. For 30 days it can be restored. */
export const removePitchVideo = withPitch<typeof replayCalls.removePitchVideo>('manages', async context => {
  const { db, now, pitch, fail } = context
  const { id } = await changed(context)
  if (await isHeld(db, pitch.id)) return fail('RecordingHeld')
  await setDeleted(db, id, now)
  await tell(context, { audit: { action: 'recording.removeAttached', ...deedOn(pitch, id) } })
  return { id }
})

/** Prepares a video again that failed. */
export const retryPitchVideo = withPitch<typeof replayCalls.retryPitchVideo>('manages', async context => {
  const { id } = await changed(context)
  const video = await videoOf(context.db, id)
  if (video?.state === 'failed') await prepareAgain(context.db, id)
  return {}
})

/** The slides of the pitch, at moments of its video. */
export const matchPitchVideo = withPitch<typeof replayCalls.matchPitchVideo>('manages', async context => {
  const { db, input, pitch, fail } = context
  const { id } = await changed(context)
  const placeOf = await placesOf(db, pitch.id)
  const slides = input.slides.map(({ at: startsAt, page }) => ({
    startsAt,
    ...(placeOf(page) ?? fail('PageNotFound')),
  }))
  await setSlides(db, id, slides)
  await tell(context, { audit: { action: 'recording.match', ...deedOn(pitch, id) } })
  return {}
})

/** Where a page of the pitch's deck is now, by its file. */
async function placesOf(db: Transaction, pitchId: number) {
  const files = await filesOf(db, pitchId)
  const { first } = firstPages(files)
  return (page: number) => {
    const file = files.findLast(({ id, pages, status }) => {
      const begins = first.get(id) ?? 1
      return status !== 'failed' && page >= begins && page < begins + (pages ?? 0)
    })
    return file && { fileId: file.id, number: page - (first.get(file.id) ?? 1) + 1 }
  }
}

/** [ENT-019] Where a person watches the attached video of a pitch, if they may. */
export async function addressOfVideo(
  db: Database | Transaction,
  { settings }: Pick<Frame, 'settings'>,
  access: PitchSeen,
): Promise<string | undefined> {
  const found = await attachedOf(db, access.pitch.id)
  const watched = found?.readyAt && (await watchedBy(db, access, found.id))
  return watched ? `${settings.publicUrl}/live/${access.pitch.uuid}/replay?recording=${found.id}` : undefined
}

export const getPitchVideo = withPitch<typeof replayCalls.getPitchVideo>('manages', async context => {
  const { db, pitch, frame } = context
  const found = await attachedOf(db, pitch.id)
  const row = found && (await videoOf(db, found.id))
  return {
    video: row
      ? {
          ...{ id: row.recordingId, name: row.name, bytes: row.size, state: row.state, reason: row.reason },
          ...{ progress: row.progress, seconds_left: row.secondsLeft, seconds: found?.seconds ?? 0 },
          slides: (await pagesMatched(db, pitch.id, row.recordingId)).map(({ at, page }) => ({ at, page })),
        }
      : null,
    may_attach: await mayPrepare(frame),
    waits_for_pitch: row?.state === 'waiting' && (await isAnyLive(db)),
  }
})
