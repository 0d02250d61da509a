import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { PitchDetail } from './fields.ts'

/** What every screen of one pitch begins with; planning answers them. */
export const pitchDetailCalls = {
  /** GAP-001 */
  getPitchDetail: call({
    path: 'token',
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: PitchDetail,
    errors: ['PitchNotFound'],
  }),
  /** NAV-012, NAV-013: the screens' addresses carry the numeric id. */
  getPitchById: call({
    path: 'token',
    who: callers.pitchMakers,
    reads: true,
    input: z.object({ id: z.number().int().positive() }),
    output: PitchDetail,
    errors: ['PitchNotFound'],
  }),
}
