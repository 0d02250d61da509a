import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'

export const roomCalls = {
  /** [GAP-021] Starts a pitch. */
  startPitch: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ status: z.number().int() }),
    errors: ['PitchNotFound', 'PitchStateForbids', 'PitchNotReady', 'NoPermission'],
  }),
  /** [CALL-032] Ends a pitch for everyone. */
  endPitch: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ status: z.number().int() }),
    errors: ['PitchNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
}
