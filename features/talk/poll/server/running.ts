import { pitchFor } from '#features/core/part/server/access.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import type { PollNow } from '#features/talk/poll/apply.ts'
import { pollPart } from '#features/talk/poll/apply.ts'
import { runsPolls } from '#features/talk/poll/rules.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { lockPoll, type PollRow, type Tally } from './queries.ts'

type Running = Pick<Context, 'db'> & {
  readonly actor: Actor
  readonly input: { readonly pitch_uuid: string; readonly poll_id: string }
  readonly fail: (code: 'PitchNotFound' | 'NoPermission' | 'PollNotFound') => never
}

/** The poll that somebody runs, its pitch and its room, both held: always the room first. */
export async function pollToRun({ db, actor, input, fail }: Running) {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!runsPolls(access.part)) return fail('NoPermission')
  const room = await lockRoom(db, access.pitch.id, pollPart)
  const poll = await lockPoll(db, access.pitch.id, input.poll_id)
  return poll ? { ...access, room, poll } : fail('PollNotFound')
}

/** A poll as everybody in the room sees it. */
export const asShown = (row: PollRow, { voters, counts }: Tally): PollNow => ({
  ...{ id: row.id, question: row.question, options: row.options },
  ...{ multiple: row.isMultiple, anonymous: row.isAnonymous, open: row.state === 'open' },
  ...{ voters, counts: row.isShown ? [...counts] : null },
})
/** The same for an event, whose lists are its own. */
export const toSay = (poll: PollNow) => ({
  poll: { ...poll, options: [...poll.options], counts: poll.counts && [...poll.counts] },
})
