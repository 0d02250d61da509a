import { createBrowserClient } from './http.ts'
import { wire } from './wire.ts'

/** The account that this page belongs to, as the server last said; the server refuses calls for another one. */
let pageOwner: string | undefined

/** Sets the account that this page belongs to; answers the previous one. */
export function setPageOwner(accountId: string | undefined): string | undefined {
  const before = pageOwner
  pageOwner = accountId
  return before
}

export const pageOwnerHeaders = (call: string): Record<string, string> =>
  pageOwner === undefined || wire.forAnyPerson.some(one => one === call) ? {} : { 'x-rostrum-person': pageOwner }

/** Every call of the contract: `await client.createUser({ … })`, which throws `CallFailed` when it is refused. */
export const client = createBrowserClient({ fetch: (...request) => fetch(...request), headers: pageOwnerHeaders })
