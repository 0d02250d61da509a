import { z } from 'zod'
import { event } from '#contract/event.ts'

/** What changes who is on stage. Ids alone: everybody in the room gets these. */
export const stageEvents = {
  /** Somebody wants to speak; where they come in the order is where they come in the list. */
  handRaised: event(z.object({ account: z.uuid() })),
  handLowered: event(z.object({ account: z.uuid() })),
  /** An attendee may send these from now on, if they want to. */
  stageGranted: event(z.object({ account: z.uuid(), microphone: z.boolean(), camera: z.boolean() })),
  stageRevoked: event(z.object({ account: z.uuid() })),
}
