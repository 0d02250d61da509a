import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { isRehearsal } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { presents } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { recordingPart } from '#features/room/recording/apply.ts'
import type { recordingCalls } from '#features/room/recording/contract.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import type { Acting } from '#features/room/room/server/liveActs.ts'
import { withLivingPart } from '#features/room/room/server/livingHost.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import { enqueueSettleStage } from '#features/room/stage/server/jobs.ts'
import { settleStage } from '#features/room/stage/server/settleStage.ts'
import { takeOffStage } from '#features/room/stage/server/stageActs.ts'
import { settleVideo } from '#features/room/video/server/jobs.ts'
import type { Context } from '#server/context.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { paced } from '#server/pace.ts'
import { storeConsent } from './consentQueries.ts'
import { beginRecording } from './queries.ts'

/** Whether a pitch may be recorded at all. A rehearsal never is. */
const isRecorded = (pitch: PitchRow): boolean => pitch.recording !== 'not' && !isRehearsal(pitch)

/** From now on LiveKit takes something of those alone who have agreed; or of everybody on stage again. */
async function settle(
  { db, now, afterCommit, frame }: Pick<Context, 'db' | 'now' | 'afterCommit' | 'frame'>,
  id: number,
) {
  await enqueueSettleStage((...job) => addJob(db, ...job), id, now)
  afterCommit(async () => void (await settleStage(frame, id)))
}

/** The room learns that it is recorded. The caller holds the room, or has just started it. */
async function start(context: Acting, pitch: PitchRow): Promise<void> {
  await beginRecording(context.db, pitch)
  await context.announce(pitch.id, 'recordingStarted', {})
  const { uuid: subject, organisationId } = pitch
  await writeAudit(context, { action: 'recording.start', subject, organisationId })
  await settle(context, pitch.id)
}

/** A pitch that is recorded from its start has begun. */
export async function startWithPitch(context: Acting, pitch: PitchRow): Promise<void> {
  if (pitch.recording === 'start' && isRecorded(pitch)) await start(context, pitch)
}

/** [GAP-024] Setting it to what it is changes nothing. */
export const setRecording = withPitch<typeof recordingCalls.setRecording>(
  'sees',
  withLivingPart(presents, async context => {
    const { db, actor, input, now, fail, announce, pitch } = context
    const { is_recording } = input
    if (!isRecorded(pitch)) return fail('PitchNotRecorded')
    const room = await lockRoom(db, pitch.id, recordingPart)
    if (room.status !== 2) return fail('PitchStateForbids')
    if (room.recorded === is_recording) return { is_recording }
    if (is_recording) {
      const { accountId, language } = actor
      await storeConsent(db, { pitchId: pitch.id, accountId, agrees: true, language, now })
      await start(context, pitch)
      return { is_recording }
    }
    await announce(pitch.id, 'recordingStopped', {})
    const { uuid: subject, organisationId } = pitch
    await writeAudit(context, { action: 'recording.stop', subject, organisationId })
    await settle(context, pitch.id)
    return { is_recording }
  }),
)

/** A person who does not agree leaves the stage, and their camera and microphone end at once. */
export const answerRecording = paced<typeof recordingCalls.answerRecording>(
  mayAttempt,
  withPitch('sees', async context => {
    const { db, actor, input, now, fail, pitch } = context
    const { agrees, words } = input
    if (!isRecorded(pitch)) return fail('PitchNotRecorded')
    if (words !== CONSENT_WORDS) return fail('RecordingWordsChanged')
    const { accountId, language } = actor
    await storeConsent(db, { pitchId: pitch.id, accountId, agrees, language, now })
    const room = await lockRoom(db, pitch.id, stagePart, recordingPart)
    if (room.status !== 2 || !room.recorded) return { agrees }
    if (!agrees) await takeOffStage(context, pitch.id, room, accountId)
    await settleVideo(context, pitch.id, accountId)
    return { agrees }
  }),
)
