import type { pollCalls } from '#features/talk/poll/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { closePoll } from './closePoll.ts'
import { deletePoll } from './deletePoll.ts'
import { getOwnVote } from './getOwnVote.ts'
import { getPollList } from './getPollList.ts'
import { getPollVotes } from './getPollVotes.ts'
import { openPoll } from './openPoll.ts'
import { closeOpenPolls, resetPolls } from './queries.ts'
import { savePoll } from './savePoll.ts'
import { showPollResult } from './showPollResult.ts'
import { votePoll } from './votePoll.ts'

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
