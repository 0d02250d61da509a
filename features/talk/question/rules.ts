/** The states of a question. An `answering` one is shown to everyone; a `withdrawn` one is shown nowhere. */
export const questionStates = ['waiting', 'answering', 'answered', 'dismissed', 'withdrawn'] as const
export type QuestionState = (typeof questionStates)[number]

/** The states that the team may give a question. */
export const deskStates = ['waiting', 'answering', 'answered', 'dismissed'] as const
export type DeskState = (typeof deskStates)[number]

/** Characters of a question at most, since it is read out. */
export const QUESTION_LENGTH = 500

/** Waiting questions of one person at most. */
export const MOST_WAITING = 5

/** Moves an id in a list behind another one, or to the beginning. */
export function movedAfter(ids: readonly string[], id: string, after: string | undefined): string[] {
  const others = ids.filter(other => other !== id)
  const at = after === undefined ? 0 : others.indexOf(after) + 1
  return others.toSpliced(at, 0, id)
}
