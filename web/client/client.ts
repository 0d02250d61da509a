import { believedHeaders } from './believed.ts'
import { createBrowserClient } from './http.ts'

/** Every call of the contract: `await client.createUser({ … })`, which throws `CallFailed` when it is refused. */
export const client = createBrowserClient({ fetch: (...request) => fetch(...request), headers: believedHeaders })
