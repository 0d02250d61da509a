import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { PitchDetail } from './fields.ts'

/** What every screen of one pitch begins with; planning answers them. */
export const pitchDetailCalls = {
  /** [GAP-001] Gets a pitch by its uuid. */
  getPitchDetail: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: PitchDetail,
    errors: ['PitchNotFound'],
  }),
  /** [NAV-012, NAV-013] Gets a pitch by its numeric id. */
  getPitchById: call({
    who: callers.pitchMakers,
    reads: true,
    input: z.object({ id: z.number().int().positive() }),
    output: PitchDetail,
    errors: ['PitchNotFound'],
  }),
}
