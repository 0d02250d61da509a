import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant } from '#contract/fields.ts'

/** A running rehearsal. Its uuid names its room, as that of a pitch does. */
const Rehearsal = z.object({
  uuid: z.uuid(),
  started_time: instant,
  /** How many people are in it. */
  here: z.number().int(),
})

const onPitch = { uuid: z.uuid() }

export const rehearsalCalls = {
  /** Opens the rehearsal of a pitch that has not begun, for the team that runs it, or answers the running one. */
  openRehearsal: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object(onPitch),
    output: Rehearsal,
    errors: ['PitchNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
  /** Ends a rehearsal for everyone in it and removes what happened there. `ended`: whether one was running. */
  endRehearsal: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object(onPitch),
    output: z.object({ ended: z.boolean() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** Describes a pitch's rehearsal. */
  getRehearsal: call({
    who: callers.people,
    reads: true,
    input: z.object(onPitch),
    output: z.object({ rehearsal: Rehearsal.nullable() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
}
