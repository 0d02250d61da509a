import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Context } from '#server/context.ts'
import type { Occasion } from '#server/occasions.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** What a message of everybody's chat said is gone. Its pitch's room is held. */
    messageDeleted: Occasion<
      Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame'>,
      { pitch: PitchRow; messageId: number }
    >
  }
}
