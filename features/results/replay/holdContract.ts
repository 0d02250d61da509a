import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { filled } from '#contract/fields.ts'
import { MAX_HOLD_REASON } from './rules.ts'

const holds = {
  who: callers.admins,
  whileImpersonating: false,
  input: z.object({ uuid: z.uuid(), reason: filled(MAX_HOLD_REASON) }),
} as const

export const holdCalls = {
  /** Places a legal hold on the recordings of a pitch: until it is released nothing removes them, nor the pitch and its deck. */
  placeLegalHold: call({ ...holds, errors: ['PitchNotFound', 'PitchStateForbids'] }),
  /** Releases the legal hold. Not for a person who presents the pitch, or did. */
  releaseLegalHold: call({ ...holds, errors: ['PitchNotFound', 'NoPermission', 'PitchStateForbids'] }),
}
