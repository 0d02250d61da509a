import { z } from 'zod'
import { event } from '#contract/event.ts'
import { messageTypes } from './rules.ts'

/** The leader of a pitch, unless the presenter leads. It has the name, which the room has from nowhere else. */
const Leader = z.object({ account: z.uuid(), name: z.string() })

/** The events of the room itself. */
export const coreEvents = {
  /** `rehearsal`: for the team alone, and nothing of it counts. */
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
  /** [STATE-039] The pitch has a new leader. */
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
  /** [STATE-030, STATE-032] A pitch that was over is presented again: its room is as before the start. */
  pitchReopened: event(z.object({})),
}
