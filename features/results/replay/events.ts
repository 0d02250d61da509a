import { z } from 'zod'
import { event } from '#contract/event.ts'

export const replayEvents = {
  /** [STATE-048] What is recorded of this run becomes one video for its team, or not any more. */
  videoMerging: event(z.object({ merging: z.boolean() })),
}
