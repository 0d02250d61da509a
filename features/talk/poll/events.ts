import { z } from 'zod'
import { event } from '#contract/event.ts'

const counts = z.array(z.number().int()).nullable()

export const pollEvents = {
  /** Another poll is shown, or the shown one was opened, closed or revealed; null: none is shown. */
  pollShown: event(
    z.object({
      poll: z
        .object({
          id: z.uuid(),
          question: z.string(),
          options: z.array(z.string()),
          multiple: z.boolean(),
          anonymous: z.boolean(),
          open: z.boolean(),
          voters: z.number().int(),
          counts,
        })
        .nullable(),
    }),
  ),
  /** The counts have changed. Sent about once a second at most. */
  pollCounted: event(z.object({ id: z.uuid(), voters: z.number().int(), counts })),
}
