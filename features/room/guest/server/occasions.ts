import type { Nameless } from '#features/core/account/server/nameless.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { RoomEventType } from '#features/room/room/parts.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import type { Occasion } from '#server/occasions.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A pitch's guest mode was switched, and its room has the event. */
    guestModeChanged: Occasion<Pick<Context, 'afterCommit' | 'frame'>, PitchRow>
    /**
     * People's names are replaced permanently in everything that a pitch has stored. Its room is held. Returns the
     * types of the room's stored events in which a listener replaced them itself.
     */
    namesTaken: Occasion<Pick<Context, 'db'>, { pitchId: number; nameless: Nameless }, RoomEventType[]>
    /** Returns the ids of the pitches whose stored texts mention an account, given by its id. */
    roomsNaming: Occasion<{ readonly db: Database }, string, number[]>
  }
}
