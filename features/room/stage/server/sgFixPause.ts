import type { stageCalls } from '#features/room/stage/contract.ts'
import type { Handler } from '#server/context.ts'
import { pausePitch } from './pausePitch.ts'

/** [CALL-049, STATE-047] Sets the pause, whatever it was. */
export const sgFixPause: Handler<typeof stageCalls.sgFixPause> = context =>
  pausePitch(context, context.input.pitch_uuid, context.input.is_paused)
