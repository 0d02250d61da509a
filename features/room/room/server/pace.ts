import { newPace } from '#server/pace.ts'

/**
 * Attempts of a person at whatever waits for a room, repeats included, asked before anything else is: a flood costs the
 * room's lock and the database nothing. It is wider than anyone's fingers, because a browser that comes back sends all
 * that it could not send before.
 */
export const mayAttempt = newPace(60, 10)
