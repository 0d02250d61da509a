import { z } from 'zod'
import { instant, listOf } from '#contract/fields.ts'

/** Who changed what of a record, the latest first. */
export const History = listOf(
  z.object({
    id: z.string(),
    /** As in the audit log: `company.update`. */
    action: z.string(),
    user_name: z.string(),
    at: instant,
    /** The fields that were changed. */
    fields: z.array(z.string()),
  }),
)
