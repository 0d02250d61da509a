import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall } from '#contract/call.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'

/** A call of the contract with its name. */
export type NamedCall = AnyCall & { readonly name: string }

/** Finds the person who makes a call; passed in by `app/`, since the frame knows no sessions. */
export interface Callers {
  /**
   * The person who makes a call; undefined for a visitor, if anyone may make the call.
   * @throws {CallFailed} for every caller whom the call's contract does not allow
   */
  readonly admit: (coming: {
    readonly frame: Frame
    readonly call: NamedCall
    readonly request: FastifyRequest
    readonly reply: FastifyReply
  }) => Promise<Actor | undefined>
  /** Records, in the call's transaction, what has to be recorded about it whatever its handler does. */
  readonly note: (
    context: { readonly db: Transaction; readonly actor: Actor | undefined; readonly request: FastifyRequest },
    call: NamedCall,
  ) => Promise<void>
}
