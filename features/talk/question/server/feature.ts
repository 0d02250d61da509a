import { rewriteStored } from '#features/room/room/server/storedEvents.ts'
import { questionCalls } from '#features/talk/question/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as deskActs from './deskActs.ts'
import { forwardMessages } from './forwardMessages.ts'
import * as ownQuestionActs from './ownQuestionActs.ts'
import { answerLast, pitchesAskedIn, removeQuestions } from './queries.ts'
import { renameQuestions } from './renameQuestions.ts'
import { withdrawQuestionOfMessage } from './withdrawal.ts'

export const questionFeature = {
  handlers: handlersOf(questionCalls, { ...deskActs, forwardMessages, ...ownQuestionActs }),
  hears: {
    roomEnds: ({ db, now }, { id }) => answerLast(db, id, now),
    messageDeleted: (context, { pitch, messageId }) => withdrawQuestionOfMessage(context, pitch, messageId),
    namesTaken: async ({ db }, { pitchId, nameless }) => {
      await renameQuestions(db, pitchId, nameless)
      return []
    },
    roomsNaming: ({ db }, accountId) => pitchesAskedIn(db, accountId),
    pitchReopens: async ({ db }, { pitch, action }) => {
      // a browser that resumes must not get the questions of the run before; the events stay, since numbers have no gaps
      await rewriteStored(db, pitch.id, 'questionShown', () => ({ payload: { question: null } }))
      if (action === 'reset') await removeQuestions(db, pitch.id)
    },
  },
} satisfies Feature
