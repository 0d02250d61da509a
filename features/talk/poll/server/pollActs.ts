import { withPitch } from '#features/core/part/server/withPitch.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { type PollNow, pollPart } from '#features/talk/poll/apply.ts'
import type { pollCalls } from '#features/talk/poll/contract.ts'
import { MOST_POLLS, runsPolls } from '#features/talk/poll/rules.ts'
import type { Context } from '#server/context.ts'
import {
  asPoll,
  countPolls,
  insertPoll,
  listPolls,
  lockPoll,
  type PollRow,
  removePoll,
  type Tally,
  tallyOf,
  updatePoll,
} from './queries.ts'

interface OnPoll extends Pick<Context, 'db'> {
  readonly pitch: { readonly id: number }
  readonly input: { readonly poll_id: string }
  readonly fail: (code: 'PollNotFound') => never
}

/** Locks the room and then the poll, always in this order. Fails with PollNotFound. */
async function lockRoomAndPoll({ db, pitch, input, fail }: OnPoll) {
  const room = await lockRoom(db, pitch.id, pollPart)
  const poll = await lockPoll(db, pitch.id, input.poll_id)
  return poll ? { room, poll } : fail('PollNotFound')
}

/** The payload of `pollShown`: the poll as everyone in the room sees it. */
const shownPoll = (
  row: PollRow,
  { voters, counts }: Tally,
): { poll: PollNow & { options: string[]; counts: number[] | null } } => ({
  poll: {
    ...{ id: row.id, question: row.question, options: row.options },
    ...{ multiple: row.isMultiple, anonymous: row.isAnonymous, open: row.state === 'open' },
    ...{ voters, counts: row.isShown ? [...counts] : null },
  },
})

export const getPollList = withPitch<typeof pollCalls.getPollList>(runsPolls, async ({ db, pitch }) => {
  const items = await listPolls(db, pitch.id)
  return { items, total: items.length }
})

/** Only a draft can be changed: the votes of a poll belong to its wording. */
export const savePoll = withPitch<typeof pollCalls.savePoll>(runsPolls, async context => {
  const { db, actor, input, now, fail, pitch } = context
  await lockRoom(db, pitch.id)
  const { question, options, is_multiple: isMultiple, is_anonymous: isAnonymous } = input
  const written = { question, options, isMultiple, isAnonymous }
  const none = { voters: 0, counts: options.map(() => 0) }
  if (!input.poll_id) {
    if ((await countPolls(db, pitch.id)) >= MOST_POLLS) return fail('TooManyPolls')
    return asPoll(await insertPoll(db, { ...written, pitchId: pitch.id, madeBy: actor.accountId, madeAt: now }), none)
  }
  const poll = await lockPoll(db, pitch.id, input.poll_id)
  if (!poll) return fail('PollNotFound')
  if (poll.state !== 'draft') return fail('PollStateForbids')
  return asPoll(await updatePoll(db, poll.id, written), none)
})

/** Only a draft can be deleted: a poll that was opened is kept with the pitch. */
export const deletePoll = withPitch<typeof pollCalls.deletePoll>(runsPolls, async context => {
  const { poll } = await lockRoomAndPoll(context)
  if (poll.state !== 'draft') return context.fail('PollStateForbids')
  await removePoll(context.db, poll.id)
  return {}
})

/** A poll that is open already causes no event. A closed poll takes votes again and keeps those it has. */
export const openPoll = withPitch<typeof pollCalls.openPoll>(runsPolls, async context => {
  const { db, input, now, fail, announce, pitch } = context
  const { room, poll } = await lockRoomAndPoll(context)
  if (room.status !== 2) return fail('PitchStateForbids')
  if (room.poll?.open && room.poll.id !== poll.id) return fail('OtherPollOpen')
  const tally = await tallyOf(db, poll)
  if (poll.state === 'open') return asPoll(poll, tally)
  const change = { state: 'open', isShown: input.is_shown, openedAt: poll.openedAt ?? now, closedAt: null } as const
  const opened = await updatePoll(db, poll.id, change)
  await announce(pitch.id, 'pollShown', shownPoll(opened, tally))
  return asPoll(opened, tally)
})

/** The lock of the poll decides whether a vote at this moment is counted or refused. */
export const closePoll = withPitch<typeof pollCalls.closePoll>(runsPolls, async context => {
  const { db, input, now, fail, announce, pitch } = context
  const { room, poll } = await lockRoomAndPoll(context)
  if (poll.state === 'draft') return fail('PollStateForbids')
  const tally = await tallyOf(db, poll)
  if (poll.state === 'closed') return asPoll(poll, tally)
  const isShown = input.is_shown ?? poll.isShown
  const closed = await updatePoll(db, poll.id, { state: 'closed', isShown, closedAt: now })
  if (room.poll?.id === poll.id)
    await announce(pitch.id, 'pollShown', isShown ? shownPoll(closed, tally) : { poll: null })
  return asPoll(closed, tally)
})

/** Shows or hides the counts of an open poll, and shows or takes down the result of a closed one. */
export const showPollResult = withPitch<typeof pollCalls.showPollResult>(runsPolls, async context => {
  const { db, input, fail, announce, pitch } = context
  const { room, poll } = await lockRoomAndPoll(context)
  if (poll.state === 'draft') return fail('PollStateForbids')
  const isShown = input.is_shown
  if (isShown && room.status !== 2) return fail('PitchStateForbids')
  if (isShown && room.poll?.open && room.poll.id !== poll.id) return fail('OtherPollOpen')
  const tally = await tallyOf(db, poll)
  const changed = await updatePoll(db, poll.id, { isShown })
  const inRoom = room.poll?.id === poll.id
  const isUnchanged = inRoom ? (room.poll?.counts !== null) === isShown : !isShown
  const stays = isShown || changed.state === 'open'
  if (!isUnchanged) await announce(pitch.id, 'pollShown', stays ? shownPoll(changed, tally) : { poll: null })
  return asPoll(changed, tally)
})
