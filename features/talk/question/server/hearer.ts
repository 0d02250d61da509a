import { rewriteStored } from '#features/room/room/server/storedEvents.ts'
import type { Hearer } from '#server/occasions.ts'
import { answerLast, pitchesAskedIn, removeQuestions } from './queries.ts'
import { renameQuestions } from './renameQuestions.ts'
import { withdrawQuestionOf } from './withdrawQuestionOf.ts'

export const questionHearer = {
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
} satisfies Hearer
