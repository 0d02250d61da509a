import type { calls } from '#app/contract/calls.ts'
import { paths } from '#app/contract/paths.ts'
import { believedHeaders } from './believed.ts'
import { createBrowserClient } from './http.ts'

/** Every call of the contract: `await client.createUser({ … })`, which throws `CallFailed` when it is refused. */
export const client = createBrowserClient<typeof calls>({
  paths,
  fetch: (...request) => fetch(...request),
  headers: believedHeaders,
})
