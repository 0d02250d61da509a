import { z } from 'zod'
import { event } from '#contract/event.ts'

/** What changes who is on stage, and whether it goes on there. Ids alone: everybody in the room gets these. */
export const stageEvents = {
  pitchPaused: event(z.object({})),
  pitchResumed: event(z.object({})),
  /** [STATE-039] Somebody else leads the pitch from now on. */
  hostChanged: event(z.object({ host: z.uuid() })),
}
