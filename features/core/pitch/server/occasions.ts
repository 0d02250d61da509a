import type { Context } from '#server/context.ts'
import type { Occasion } from '#server/occasions.ts'
import type { PitchRow } from './queries.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A pitch has ended and is over: what came of it can be summed up. */
    pitchFinished: Occasion<Pick<Context, 'db'>, PitchRow>
  }
}
