import type { FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import { pitchShownTo } from '#features/core/part/server/access.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Frame } from '#server/frame.ts'
import { recordingWithPitch } from './queries.ts'
import { type Watched, watchedBy } from './watchRule.ts'

/**
 * Who may watch is looked up for every segment, so that a recording that was deleted or taken back ends at once. A person of
 * the team may have opened a join link as well: what it does not open may be open to themselves.
 */
export async function whoMay<T>(
  frame: Frame,
  request: FastifyRequest,
  recording: string,
  opens: (watched: Watched, pitch: PitchRow) => Promise<T | undefined>,
): Promise<T> {
  const { db } = frame
  const found = await recordingWithPitch(db, recording)
  let isSignedIn = false
  let isUnaccredited = false
  for (const join of [found?.pitchUuid, undefined]) {
    const actor = await actorOf(frame, request, join)
    if (!actor) continue
    isSignedIn = true
    const access = found && (await pitchShownTo(db, actor, found.pitchUuid))
    if (access?.gap) {
      isUnaccredited = true
      continue
    }
    const watched = access && (await watchedBy(db, access, recording))
    const opened = watched && (await opens(watched, access.pitch))
    if (opened) return opened
  }
  if (isUnaccredited) throw new CallFailed('AccreditationNeeded')
  throw new CallFailed(isSignedIn ? 'NotFound' : 'NotSignedIn')
}
