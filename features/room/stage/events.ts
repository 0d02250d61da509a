import { z } from 'zod'
import { event } from '#contract/event.ts'

/** Who leads a pitch, when it is not its presenter; named, since nobody else says who that is. */
export const Leader = z.object({ account: z.uuid(), name: z.string() })

/** What changes who is on stage, and whether it goes on there. Ids alone but for who leads it: everybody in the room gets these. */
export const stageEvents = {
  pitchPaused: event(z.object({})),
  pitchResumed: event(z.object({})),
  /** Somebody wants to speak; where they come in the order is where they come in the list. */
  handRaised: event(z.object({ account: z.uuid() })),
  handLowered: event(z.object({ account: z.uuid() })),
  /** An attendee may send these from now on, if they want to. */
  stageGranted: event(z.object({ account: z.uuid(), microphone: z.boolean(), camera: z.boolean() })),
  stageRevoked: event(z.object({ account: z.uuid() })),
  /** [STATE-039] Somebody else leads the pitch from now on. */
  hostChanged: event(z.object({ host: z.uuid(), leader: Leader.optional() })),
}
