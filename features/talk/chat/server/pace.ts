import { newPace } from '#server/pace.ts'

/** Messages of one person: more than a person types. */
export const mayWrite = newPace(20, 2)

/** Reactions of one person. */
export const mayReact = newPace(30, 4)
