import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Caller } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import type { Database } from '#server/db/database.ts'
import type { Media } from '#server/media/livekit.ts'
import type { Hearer } from '#server/occasions.ts'
import type { Settings } from '#server/settings.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Whether a part works: `ok`, or `off:` and why. */
export type PartStatus = 'ok' | `off: ${string}`

/** The parts of a running server; made once at start, read by everything. */
export interface Frame {
  readonly settings: Settings
  readonly log: FastifyBaseLogger
  readonly pool: pg.Pool
  readonly db: Database
  readonly storage: Storage
  readonly media: Media
  readonly rooms: Rooms
  /** The words that hear of occasions, in the order in which they do. */
  readonly hearers: readonly Hearer[]
}

/** Who makes a call, or is connected to a room. */
export interface Actor {
  readonly accountId: string
  /** The fence: a superadmin passes it, everybody else stays within it. Of a join link it is the pitch's. */
  readonly organisationId: string
  readonly roles: readonly Caller[]
  readonly sessionId: string
  /** Only of a join session: the one pitch that it opens. */
  readonly pitchId: number | undefined
  /** The password was right, the second step is still to come: only calls that say so may be made. */
  readonly isPending: boolean
  /** Their organisation asks for a second factor, and none is set: only what sets one may be done. */
  readonly needsFactor: boolean
  /** [ERR-010] The password has expired, or is another's work: only calls that say so may be made. */
  readonly mustChangePassword: boolean
  /** The superadmin who acts as this person. */
  readonly impersonatorId: string | undefined
  readonly email: string
  readonly name: string
  readonly language: Language
  readonly timezone: string
}

/** Whom a signal is for: all in the room, those who manage the pitch, or the accounts of these ids. */
export type Audience = 'everybody' | 'managers' | readonly string[]

/**
 * What the sockets do with what the calls have decided; the room adds `publish`, which sends its numbered events. All of
 * it is called after the commit.
 */
export interface Rooms {
  /** Sends a signal that may be lost. */
  signal(pitchId: number, to: Audience, type: string, payload: unknown): void
  /**
   * Closes every connection of a session that has ended, of an account in one room, or of all who attend a pitch: the last
   * to be made again, by whoever may still come in.
   */
  disconnect(whom: { sessionId: string } | { accountId: string; pitchId?: number } | { attendeesOf: number }): void
  /** How many people are in a room now. */
  countHere(pitchId: number): Promise<number>
}
