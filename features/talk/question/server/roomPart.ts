import type { ServerPart } from '#features/room/room/server/parts.ts'
import { withoutQuestion, withoutWords } from '#features/talk/question/apply.ts'

export const questionServerPart = {
  retells: ({ type, payload }) => {
    if (type === 'pitchReopened') return withoutQuestion
    if (type === 'messageDeleted') return before => withoutWords(before, question => question.message_id === payload.id)
    const withdrawn = type === 'questionShown' ? payload.withdrawn : undefined
    if (withdrawn === undefined) return undefined
    return before => withoutWords(before, question => question.question_id === withdrawn)
  },
} satisfies ServerPart
