import { z } from 'zod'
import { event } from '#contract/event.ts'

/** The events of hands and grants. They have ids alone, because every person in the room gets them. */
export const stageEvents = {
  /** An attendee wants to speak. Hands keep the order of their events. */
  handRaised: event(z.object({ account: z.uuid() })),
  handLowered: event(z.object({ account: z.uuid() })),
  /** An attendee may send these from now on, once they agree. */
  stageGranted: event(z.object({ account: z.uuid(), microphone: z.boolean(), camera: z.boolean() })),
  stageRevoked: event(z.object({ account: z.uuid() })),
}
