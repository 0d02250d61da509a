import { z } from 'zod'
import { event } from '#contract/event.ts'
import { shareDevices } from '#features/room/media/rules.ts'

/** Whose screen is on the stage. Presenters are known by name to everyone in the room. */
export const shareEvents = {
  /** [STATE-050] */
  screenShared: event(z.object({ share: z.uuid(), account: z.uuid(), name: z.string(), device: z.enum(shareDevices) })),
  /** [STATE-051] */
  screenShareEnded: event(z.object({ share: z.uuid() })),
}
