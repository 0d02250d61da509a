import type { Nameless } from '#features/core/account/server/nameless.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { RoomEventType } from '#features/room/room/parts.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import type { Occasion } from '#server/occasions.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A pitch's guest mode was switched, and its room was told. */
    guestModeChanged: Occasion<Pick<Context, 'afterCommit' | 'frame'>, PitchRow>
    /**
     * People's names are taken out of everything that a pitch has written down, for good. Its room is held. Answers the
     * types of the room's stored events from which a hearer took them itself.
     */
    namesTaken: Occasion<Pick<Context, 'db'>, { pitchId: number; nameless: Nameless }, RoomEventType[]>
    /** Answers the ids of the pitches in whose words an account, by its id, is named. */
    roomsNaming: Occasion<{ readonly db: Database }, string, number[]>
  }
}
