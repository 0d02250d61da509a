import { z } from 'zod'
import { event } from '#contract/event.ts'

const ShownFile = z.object({ id: z.uuid(), pages: z.number().int().min(0) })

/** The events of a room's slides. */
export const deckEvents = {
  /** The shown slides changed their number of pages or, before the start, their files. */
  deckChanged: event(z.object({ pages: z.number().int(), files: z.array(ShownFile).optional() })),
  /** A live room shows other slides: these files, beginning at `page`. */
  deckShown: event(
    z.object({
      files: z.array(ShownFile),
      pages: z.number().int(),
      page: z.number().int().min(1),
      furthest: z.number().int().min(1),
    }),
  ),
}
