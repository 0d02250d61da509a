import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { recordingPart } from '#features/room/recording/apply.ts'
import type { recordingCalls } from '#features/room/recording/contract.ts'
import { CONSENT_WORDS, type RecordingAnswered } from '#features/room/recording/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { withLivingPart } from '#features/room/room/server/livingHost.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import { takeOffStage } from '#features/room/stage/server/stageActs.ts'
import { settleVideo } from '#features/room/video/server/jobs.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { paced } from '#server/pace.ts'
import { storeConsent } from './consentQueries.ts'
import { isRecorded, settleSenders, startRecording } from './starting.ts'

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
      tellOtherWindows(context, pitch.id, true)
      await startRecording(context, pitch)
      return { is_recording }
    }
    await announce(pitch.id, 'recordingStopped', {})
    const { uuid: subject, organisationId } = pitch
    await writeAudit(context, { action: 'recording.stop', subject, organisationId })
    await settleSenders(context, pitch.id)
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
    tellOtherWindows(context, pitch.id, agrees)
    const room = await lockRoom(db, pitch.id, stagePart, recordingPart)
    if (room.status !== 2 || !room.recorded) return { agrees }
    if (!agrees) await takeOffStage(context, pitch.id, room, accountId)
    await settleVideo(context, pitch.id, accountId)
    return { agrees }
  }),
)

/** A person's other windows in the room know what they have answered, and ask no longer. */
function tellOtherWindows(
  { actor, afterCommit, frame }: Pick<Context, 'afterCommit' | 'frame'> & { readonly actor: Actor },
  pitchId: number,
  agrees: boolean,
): void {
  const answered: RecordingAnswered = { agrees }
  afterCommit(() => frame.rooms.signal(pitchId, [actor.accountId], 'recordingAnswered', answered))
}
