import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { isRehearsal, type PitchRow } from '#features/core/part/server/access.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { removeRehearsalLater } from '#features/planning/rehearsal/server/removing.ts'
import { closeVideo } from '#features/room/media/server/jobs.ts'
import { endSharesOf } from '#features/room/share/server/queries.ts'
import { postSystemMessage } from '#features/talk/chat/server/postSystemMessage.ts'
import { closeOpenPolls } from '#features/talk/poll/server/queries.ts'
import { answerLast } from '#features/talk/question/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

type Ending = Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame' | 'request'> & { actor: Actor }

/** Everybody in the room sees it at once, and their video ends. Undefined when the pitch is not live. */
export async function endLivePitch(context: Ending, { id }: Pick<PitchRow, 'id'>): Promise<PitchRow | undefined> {
  const { db, now, announce } = context
  const pitch = await changePitchState(db, { id }, 'end')
  if (!pitch) return undefined
  if (isRehearsal(pitch)) await removeRehearsalLater(db, pitch.id, now)
  else await postSystemMessage(context, pitch, 'pitchEnded')
  await announce(pitch.id, 'pitchEnded', { endedAt: (pitch.realEndAt ?? rightNow()).toISOString() })
  await writeAudit(context, { action: 'pitch.end', subject: pitch.uuid, organisationId: pitch.organisationId })
  await closeOpenPolls(db, pitch.id, now)
  await answerLast(db, pitch.id, now)
  await endSharesOf(db, pitch.id, context.now)
  await closeVideo(context, pitch.id)
  return pitch
}
