import { z } from 'zod'
import { event } from '#contract/event.ts'

export const guestEvents = {
  /**
   * [STATE-091, STATE-092] When it is turned on, attendees no longer have names, also on what they said before. Turned
   * off, they have them on what they say next. `hosts`: the accounts of the team and admins.
   */
  guestModeChanged: event(z.object({ on: z.boolean(), hosts: z.array(z.uuid()) })),
  /** An account was deleted permanently: its name is a guest's number from now on, wherever it stood. */
  nameForgotten: event(z.object({ account: z.uuid() })),
}
