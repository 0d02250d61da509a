import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant } from '#contract/fields.ts'

/** A rehearsal that goes on. Its uuid names its room, as that of a pitch does. */
const Rehearsal = z.object({
  uuid: z.uuid(),
  started_time: instant,
  /** How many people are in it. */
  here: z.number().int(),
})

const onPitch = { uuid: z.uuid() }

export const rehearsalCalls = {
  /** Opens the rehearsal of a pitch that has not begun, for those who run it; one that goes on already is answered. */
  openRehearsal: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object(onPitch),
    output: Rehearsal,
    errors: ['PitchNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
  /** Ends it for everybody in it, and what happened in it is removed. `ended`: there was one. */
  endRehearsal: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object(onPitch),
    output: z.object({ ended: z.boolean() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  getRehearsal: call({
    who: callers.people,
    reads: true,
    input: z.object(onPitch),
    output: z.object({ rehearsal: Rehearsal.nullable() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
}
