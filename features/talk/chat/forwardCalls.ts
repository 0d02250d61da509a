import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { FORWARDED_AT_ONCE } from './rules.ts'

/** What a message of the chat can be put to; the question desk answers it. */
export const forwardCalls = {
  /**
   * [PERM-057] Forwards messages of everybody's chat to whoever leads the pitch, each as a private message, and puts them
   * on the question desk; what is there already is not forwarded again.
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
