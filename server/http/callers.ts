import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall } from '#contract/call.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'

/** A call of the contract, and its name there. */
export type NamedCall = AnyCall & { readonly name: string }

/** Who makes calls: handed in by `app/`, since the frame knows no sessions. */
export interface Callers {
  /**
   * The person who makes a call; undefined for a visitor, to a call that anyone may make.
   * @throws {CallFailed} for everybody whom the call's contract does not name
   */
  readonly admit: (coming: {
    readonly frame: Frame
    readonly call: NamedCall
    readonly request: FastifyRequest
    readonly reply: FastifyReply
  }) => Promise<Actor | undefined>
  /** Notes, in the call's own transaction, what has to be known of it whatever its handler notes. */
  readonly note: (
    context: { readonly db: Transaction; readonly actor: Actor | undefined; readonly request: FastifyRequest },
    call: NamedCall,
  ) => Promise<void>
}
