import type { pollCalls } from '#features/talk/poll/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { closePoll, deletePoll, getPollList, openPoll, savePoll, showPollResult } from './pollActs.ts'
import { closeOpenPolls, resetPolls } from './queries.ts'
import { getOwnVote, getPollVotes, votePoll } from './voteActs.ts'

export const pollFeature = {
  handlers: {
    savePoll,
    deletePoll,
    openPoll,
    closePoll,
    showPollResult,
    votePoll,
    getOwnVote,
    getPollList,
    getPollVotes,
  } satisfies Handlers<typeof pollCalls>,
  hears: {
    roomEnds: ({ db, now }, { id }) => closeOpenPolls(db, id, now),
    pitchReopens: async ({ db }, { pitch, action }) => {
      if (action === 'reset') await resetPolls(db, pitch.id)
    },
  },
} satisfies Feature
