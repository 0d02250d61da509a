import { newPace } from '#server/pace.ts'

/** Takes one message from what a person may send: more than anybody types. */
export const mayWrite = newPace(20, 2)

/** The same of reactions to messages, which are a finger's work. */
export const mayReact = newPace(30, 4)
