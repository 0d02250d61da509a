import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import type { MayRefuse, Occasion } from '#server/occasions.ts'

/** What starting and ending a pitch has at hand. */
export type Acting = Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame' | 'request'> & {
  readonly actor: Actor
}

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A pitch goes live; its room has not been told yet. */
    roomStarts: Occasion<Acting & MayRefuse<'PitchNotReady'>, PitchRow>
    /** A pitch has gone live, and its room was told. */
    roomStarted: Occasion<Acting, PitchRow>
    /** A pitch or a rehearsal is over; its room is held, and has not been told yet. */
    roomEnds: Occasion<Acting, PitchRow>
  }
}
