import { pollCalls } from '#features/talk/poll/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as pollActs from './pollActs.ts'
import { closeOpenPolls, resetPolls } from './queries.ts'
import * as voteActs from './voteActs.ts'

export const pollFeature = {
  handlers: handlersOf(pollCalls, { ...pollActs, ...voteActs }),
  hears: {
    roomEnds: ({ db, now }, { id }) => closeOpenPolls(db, id, now),
    pitchReopens: async ({ db }, { pitch, action }) => {
      if (action === 'reset') await resetPolls(db, pitch.id)
    },
  },
} satisfies Feature
