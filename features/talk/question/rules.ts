/** How a question stands. One that is `answering` is shown to everybody; `withdrawn` ones are nobody's business any more. */
export const questionStates = ['waiting', 'answering', 'answered', 'dismissed', 'withdrawn'] as const
export type QuestionState = (typeof questionStates)[number]

/** What those who look after the room may make of a question. */
export const deskStates = ['waiting', 'answering', 'answered', 'dismissed'] as const
export type DeskState = (typeof deskStates)[number]

/** Characters of a question: it has to be read out. */
export const QUESTION_LENGTH = 500

/** Questions of one person that wait at a time. */
export const MOST_WAITING = 5

/** A place in a list of ids after another one, or first. */
export function movedAfter(ids: readonly string[], id: string, after: string | undefined): string[] {
  const others = ids.filter(other => other !== id)
  const at = after === undefined ? 0 : others.indexOf(after) + 1
  return others.toSpliced(at, 0, id)
}
