import { z } from 'zod'
import { event } from '#contract/event.ts'

/** From when and until when what happens in the room is recorded. */
export const recordingEvents = {
  recordingStarted: event(z.object({})),
  recordingStopped: event(z.object({})),
}
