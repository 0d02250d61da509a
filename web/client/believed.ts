import { wire } from './wire.ts'

/** Whom this page belongs to, as the server said last; it refuses what is asked for somebody else meanwhile. */
let believed: string | undefined

/** Answers whom it belonged to before. */
export function believe(accountId: string | undefined): string | undefined {
  const before = believed
  believed = accountId
  return before
}

export const believedHeaders = (call: string): Record<string, string> =>
  believed === undefined || wire.forAnyPerson.some(one => one === call) ? {} : { 'x-rostrum-person': believed }
