import { z } from 'zod'
import { event } from '#contract/event.ts'

const ShownFile = z.object({ id: z.uuid(), pages: z.number().int().min(0) })

/** The events of a room's slides. */
export const deckEvents = {
  /** The slides that are shown have another number of pages or, before the start, other files. */
  deckChanged: event(z.object({ pages: z.number().int(), files: z.array(ShownFile).optional() })),
  /** While the pitch is live, other slides are shown: these files, from this page on. */
  deckShown: event(
    z.object({
      files: z.array(ShownFile),
      pages: z.number().int(),
      page: z.number().int().min(1),
      furthest: z.number().int().min(1),
    }),
  ),
}
