import { z } from 'zod'
import { event } from '#contract/event.ts'
import { messageTypes } from './rules.ts'

/** Who leads a pitch, when it is not its presenter; named, since nobody else says who that is. */
const Leader = z.object({ account: z.uuid(), name: z.string() })

/** What happens to a room itself. */
export const coreEvents = {
  /** `rehearsal`: among those who run the pitch alone, and nothing of it counts. */
  pitchStarted: event(
    z.object({
      startedAt: z.string(),
      host: z.uuid(),
      leader: Leader.optional(),
      rehearsal: z.literal(true).optional(),
    }),
  ),
  pitchPaused: event(z.object({})),
  pitchResumed: event(z.object({})),
  /** [STATE-039] Somebody else leads the pitch from now on. */
  hostChanged: event(z.object({ host: z.uuid(), leader: Leader.optional() })),
  /** [CONST-014] */
  attendeeRemoved: event(
    z.object({
      msg_type: z.literal(messageTypes.action).default(messageTypes.action),
      action: z.literal('remove').default('remove'),
      account: z.uuid(),
    }),
  ),
  attendeeReadmitted: event(z.object({ account: z.uuid() })),
  pitchEnded: event(z.object({ endedAt: z.string() })),
  /** [STATE-030, STATE-032] A pitch that was over is to be presented again: the room stands as before its start. */
  pitchReopened: event(z.object({})),
}
