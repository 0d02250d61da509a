import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Caller } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import type { Database } from '#server/db/database.ts'
import type { Media } from '#server/media/livekit.ts'
import type { Hearer } from '#server/occasions.ts'
import type { Settings } from '#server/settings.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Whether a part works: `ok`, or `off:` and the reason. */
export type PartStatus = 'ok' | `off: ${string}`

/** The parts of a running server; created once at the start, used everywhere. */
export interface Frame {
  readonly settings: Settings
  readonly log: FastifyBaseLogger
  readonly pool: pg.Pool
  readonly db: Database
  readonly storage: Storage
  readonly media: Media
  readonly rooms: Rooms
  /** The words that react to occasions, in their order. */
  readonly hearers: readonly Hearer[]
}

/** The person who makes a call or is connected to a room. */
export interface Actor {
  readonly accountId: string
  /** The organization that limits this person; a super admin is not limited. For a join link it is the pitch's. */
  readonly organisationId: string
  readonly roles: readonly Caller[]
  readonly sessionId: string
  /** Only for a join session: the one pitch that it opens. */
  readonly pitchId: number | undefined
  /** The password was right and the second step is pending: only calls with `whilePending` are allowed. */
  readonly isPending: boolean
  /** Their organization requires a second factor and none is set: only calls that set one are allowed. */
  readonly needsFactor: boolean
  /** [ERR-010] The password has expired, or was set by an admin: only calls with `whilePending` are allowed. */
  readonly mustChangePassword: boolean
  /** [SCREEN-042] A policy has yet to be agreed to: only calls with `beforeAgreement` are allowed. */
  readonly mustAgree: boolean
  /** The super admin who impersonates this person. */
  readonly impersonatorId: string | undefined
  readonly email: string
  readonly name: string
  readonly language: Language
  readonly timezone: string
}

/** The recipients of a signal: everyone in the room, the pitch's managers, or the accounts with these ids. */
export type Audience = 'everybody' | 'managers' | readonly string[]

/**
 * What the room sockets do after a call; the room adds `publish`, which sends its numbered events. All functions are
 * called after the commit.
 */
export interface Rooms {
  /** Sends a signal that may be lost. */
  signal(pitchId: number, to: Audience, type: string, payload: unknown): void
  /**
   * Closes every connection of an ended session, of an account in one room, or of all attendees of a pitch (`andTeam`:
   * of everyone in its room); in the last case people who may still enter reconnect.
   */
  disconnect(
    whom: { sessionId: string } | { accountId: string; pitchId?: number } | { attendeesOf: number; andTeam?: boolean },
  ): void
  /** The number of people now in a room. */
  countHere(pitchId: number): Promise<number>
}
