import type { PitchSeen } from '#features/core/part/server/access.ts'
import type { Context } from '#server/context.ts'
import type { Occasion } from '#server/occasions.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** Somebody asks for the session of a pitch. Answers the address at which they watch its attached video, if they may. */
    sessionAsked: Occasion<Pick<Context, 'db'> & { readonly frame: Context['frame'] }, PitchSeen, string | undefined>
  }
}
