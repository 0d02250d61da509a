import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { FORWARDED_AT_ONCE } from './rules.ts'

/** Calls on chat messages that the question desk answers. */
export const forwardCalls = {
  /**
   * [PERM-057] Forwards messages of the public chat to the leading presenter, each as a private message, and adds
   * them to the Q&A. A message that is there already is not forwarded again.
   */
  forwardMessages: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({
      pitch_uuid: z.uuid(),
      message_ids: z.array(z.number().int().positive()).min(1).max(FORWARDED_AT_ONCE),
    }),
    output: z.object({ forwarded: z.number().int(), already: z.number().int() }),
    errors: ['PitchNotFound', 'NoPermission', 'MessageNotFound', 'RemovedFromRoom', 'ChatMuted', 'RoomNotOpen'],
  }),
}
