import { fullName } from '#contract/names.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { replayCalls } from '#features/results/replay/contract.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { nameForManagers } from '#features/room/room/server/personNames.ts'
import { paced } from '#server/pace.ts'
import { listViewers, noteWatched } from './decisionQueries.ts'
import { recordingOf } from './queries.ts'
import { watchedBy } from './watchRule.ts'

export const hasReplay = withPitch<typeof replayCalls.hasReplay>('sees', async context => ({
  watchable: (await watchedBy(context.db, context)) !== undefined,
}))

export const noteWatching = paced<typeof replayCalls.noteWatching>(
  mayAttempt,
  withPitch('sees', async context => {
    const { db, actor, input, fail } = context
    const watched = await watchedBy(db, context, input.id)
    if (!watched) return fail('RecordingNotFound')
    // a superadmin looks through another person's eyes, who does not watch
    if (actor.impersonatorId) return {}
    const { found, released } = watched
    const { from, to } = released ?? { from: 0, to: found.seconds }
    const onRecording = (at: number) => Math.min(from + at, to)
    await noteWatched(db, {
      ...{ recordingId: found.id, accountId: actor.accountId, isAttention: context.part === 'attendee' },
      spans: input.spans.map(span => ({ from: onRecording(span.from), to: onRecording(span.to) })),
      place: onRecording(input.place),
    })
    return {}
  }),
)

/** [CALL-062] */
export const getRecordingViewerList = withPitch<typeof replayCalls.getRecordingViewerList>('manages', async context => {
  const { db, input, pitch, fail } = context
  const found = await recordingOf(db, pitch.id, input.id)
  if (!found) return fail('RecordingNotFound')
  const { items, total } = await listViewers(db, found.id, input)
  return {
    total,
    items: items.map(({ id, email, firstname, lastname, viewer }) => ({
      user_id: id,
      name: nameForManagers({ id, email, name: fullName({ firstname, lastname }) }),
      email,
      first_time: viewer.firstAt.toISOString(),
      last_time: viewer.lastAt.toISOString(),
      seconds: viewer.watched,
      farthest: viewer.farthest,
    })),
  }
})
