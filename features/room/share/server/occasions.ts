import type { Context } from '#server/context.ts'
import type { Occasion } from '#server/occasions.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** What somebody may send in a pitch's room is another since a commit. */
    sendingChanged: Occasion<Pick<Context, 'frame'>, { pitchId: number; accountId: string }>
  }
}
