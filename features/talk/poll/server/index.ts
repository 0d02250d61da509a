import type { Handlers } from '#contract/call.ts'
import type { pollCalls } from '#features/talk/poll/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { closePoll } from './closePoll.ts'
import { deletePoll } from './deletePoll.ts'
import { getOwnVote } from './getOwnVote.ts'
import { getPollList } from './getPollList.ts'
import { getPollVotes } from './getPollVotes.ts'
import { openPoll } from './openPoll.ts'
import { savePoll } from './savePoll.ts'
import { showPollResult } from './showPollResult.ts'
import { votePoll } from './votePoll.ts'

/** The handlers of this feature's calls. */
export const pollHandlers = {
  savePoll,
  deletePoll,
  openPoll,
  closePoll,
  showPollResult,
  votePoll,
  getOwnVote,
  getPollList,
  getPollVotes,
} satisfies Handlers<typeof pollCalls, Context, Actor>
