import { z } from 'zod'
import { instant } from '#contract/fields.ts'

/** [ENT-067] A special-purpose vehicle. */
export const Spv = z.object({
  id: z.uuid(),
  org_id: z.uuid(),
  org_name: z.string(),
  spv_legal_name: z.string(),
  /** Masked in lists ("••-•••6789"), whole in `getSpv`. */
  ein: z.string(),
  country: z.string(),
  /** The code of a state of the United States; free text elsewhere. */
  state: z.string(),
  registered_agent: z.string(),
  deleted: z.boolean(),
  created_on: instant,
  updated_on: instant,
})
export type Spv = z.infer<typeof Spv>
