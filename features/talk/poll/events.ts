import { z } from 'zod'
import { event } from '#contract/event.ts'

const counts = z.array(z.number().int()).nullable()

export const pollEvents = {
  /** The poll that everybody sees is another one, opened, closed or shown with its result; null: none is shown. */
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
  /** More have voted, or have changed their mind: numbers alone, at most about one a second. */
  pollCounted: event(z.object({ id: z.uuid(), voters: z.number().int(), counts })),
}
