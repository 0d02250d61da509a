import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Context } from '#server/context.ts'
import type { Occasion } from '#server/occasions.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A pitch that is over is to be presented again; a reset takes what people said along. Its room has not been told yet. */
    pitchReopens: Occasion<Pick<Context, 'db' | 'now'>, { pitch: PitchRow; action: 'restart' | 'reset' }>
    /** A pitch that was deleted long ago is about to be removed for good, unless a word answers that it has to stay. */
    pitchPurges: Occasion<Pick<Context, 'db'>, PitchRow, 'keep' | undefined>
  }
}
