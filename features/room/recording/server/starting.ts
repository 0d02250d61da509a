import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { isRehearsal } from '#features/core/part/server/access.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Acting } from '#features/room/room/server/liveActs.ts'
import { enqueueSettleStage } from '#features/room/stage/server/jobs.ts'
import { settleStage } from '#features/room/stage/server/settleStage.ts'
import type { Context } from '#server/context.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { beginRecording } from './queries.ts'
import { wakeRecordings } from './recordings.ts'

/** Whether a pitch may be recorded at all. A rehearsal never is. */
export const isRecorded = (pitch: PitchRow): boolean => pitch.recording !== 'not' && !isRehearsal(pitch)

/** From now on LiveKit takes something of those alone who have agreed; or of everyone on stage again. */
export async function settleSenders(
  { db, now, afterCommit, frame }: Pick<Context, 'db' | 'now' | 'afterCommit' | 'frame'>,
  id: number,
) {
  await enqueueSettleStage((...job) => addJob(db, ...job), id, now)
  afterCommit(async () => void (await settleStage(frame, id)))
}

/** The room learns that it is recorded. The caller holds the room, or has just started it. */
export async function startRecording(context: Acting, pitch: PitchRow): Promise<void> {
  await beginRecording(context.db, pitch)
  await context.announce(pitch.id, 'recordingStarted', {})
  const { uuid: subject, organisationId } = pitch
  await writeAudit(context, { action: 'recording.start', subject, organisationId })
  context.afterCommit(wakeRecordings)
  await settleSenders(context, pitch.id)
}

/** A pitch that is recorded from its start has begun. */
export async function startWithPitch(context: Acting, pitch: PitchRow): Promise<void> {
  if (pitch.recording === 'start' && isRecorded(pitch)) await startRecording(context, pitch)
}
