import { z } from 'zod'
import { event } from '#contract/event.ts'

export const guestEvents = {
  /**
   * [STATE-091, STATE-092] Those who attend have no names from now on, also on what they said before, or have them
   * again on what they say next. `hosts` are those who run the pitch.
   */
  guestModeChanged: event(z.object({ on: z.boolean(), hosts: z.array(z.uuid()) })),
  /** Somebody was forgotten for good: whatever they said or were named in calls them as a guest from now on. */
  nameForgotten: event(z.object({ account: z.uuid() })),
}
