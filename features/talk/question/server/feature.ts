import { rewriteStored } from '#features/room/room/server/storedEvents.ts'
import type { questionCalls } from '#features/talk/question/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { askQuestion } from './askQuestion.ts'
import { forwardMessages } from './forwardMessages.ts'
import { getOwnQuestions } from './getOwnQuestions.ts'
import { getQuestionList } from './getQuestionList.ts'
import { moveQuestion } from './moveQuestion.ts'
import { answerLast, pitchesAskedIn, removeQuestions } from './queries.ts'
import { renameQuestions } from './renameQuestions.ts'
import { updatePitchQuestions } from './updatePitchQuestions.ts'
import { updateQuestion } from './updateQuestion.ts'
import { withdrawQuestion } from './withdrawQuestion.ts'
import { withdrawQuestionOf } from './withdrawQuestionOf.ts'

export const questionFeature = {
  handlers: {
    askQuestion,
    getOwnQuestions,
    withdrawQuestion,
    getQuestionList,
    updateQuestion,
    moveQuestion,
    updatePitchQuestions,
    forwardMessages,
  } satisfies Handlers<typeof questionCalls>,
  hears: {
    roomEnds: ({ db, now }, { id }) => answerLast(db, id, now),
    messageDeleted: (context, { pitch, messageId }) => withdrawQuestionOf(context, pitch, messageId),
    namesTaken: async ({ db }, { pitchId, nameless }) => {
      await renameQuestions(db, pitchId, nameless)
      return []
    },
    roomsNaming: ({ db }, accountId) => pitchesAskedIn(db, accountId),
    pitchReopens: async ({ db }, { pitch, action }) => {
      // nobody who resumes gets what was asked in the run before; the events stay, for their numbers have no gaps
      await rewriteStored(db, pitch.id, 'questionShown', () => ({ payload: { question: null } }))
      if (action === 'reset') await removeQuestions(db, pitch.id)
    },
  },
} satisfies Feature
