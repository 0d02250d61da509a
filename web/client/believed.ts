/** Whom this page belongs to, as the server said last; it refuses what is asked for somebody else meanwhile. */
let believed: string | undefined

/** Answers whom it belonged to before. */
export function believe(accountId: string | undefined): string | undefined {
  const before = believed
  believed = accountId
  return before
}

/** These find out who somebody is, or end it: they are meant for whoever it is now. */
const whoever: readonly string[] = ['getUserInfoByToken', 'signIn', 'writeLogout', 'endImpersonate']

export const believedHeaders = (call: string): Record<string, string> =>
  believed === undefined || whoever.includes(call) ? {} : { 'x-rostrum-person': believed }
