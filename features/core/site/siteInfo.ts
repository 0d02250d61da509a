import { z } from 'zod'
import { providers } from './rules.ts'

/** What anyone may know of this console. */
export const SiteInfo = z.object({
  /** The organization whose domain the host is; empty when it is none's. */
  org_name: z.string(),
  /** Where a browser at that host finds its logo; empty for the console's own mark. */
  logo: z.string(),
  /** Who runs the console; empty when they have not said. */
  operator_name: z.string(),
  /** Where questions go; empty when there is no such address. */
  support_email: z.string(),
  /** The providers that people may sign in with. */
  providers: z.array(z.enum(providers)),
  /** Whether anyone may register, or only invited people. */
  registration: z.enum(['open', 'closed']),
  /** [PROD-053] Whether the console shows on phones. */
  mobile_access: z.boolean(),
  /** The console's main address. */
  main_url: z.string(),
})
export type SiteInfo = z.infer<typeof SiteInfo>
