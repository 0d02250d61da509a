import type { CookieSerializeOptions } from '@fastify/cookie'
import type { AnyCall, Handlers } from '#contract/call.ts'
import type { RoomEventType, RoomPayload } from '#features/room/room/events.ts'
import type { HeldRoom } from '#features/room/room/server/append.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'

/** What every handler gets besides `input`, `actor` and `fail`. */
export interface Context {
  /** The call's transaction: a failed call leaves nothing. Of a call that only reads, the pool. */
  readonly db: Transaction
  readonly now: Date
  /** Adds a job that exists if and only if the call's rows do. */
  readonly enqueue: Enqueue
  /**
   * Appends a numbered event to a pitch's room in the call's transaction; it is sent after the commit. `held`: the room,
   * by who holds it and has announced nothing since.
   */
  readonly announce: <K extends RoomEventType>(
    pitchId: number,
    type: K,
    payload: RoomPayload<K>,
    held?: HeldRoom,
  ) => Promise<void>
  /** Runs after the commit; what fails here is logged and changes no answer. */
  readonly afterCommit: (act: () => void | Promise<void>) => void
  readonly request: RequestInfo
  readonly frame: Frame
}

/** What a handler may know of the request that carries its call. */
export interface RequestInfo {
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  /** Sent by a page of a browser, and not by a program. */
  readonly isBrowser: boolean
  readonly cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string, options: CookieSerializeOptions): void
}

/** The handler of one call. */
export type Handler<C extends AnyCall> = Handlers<{ call: C }, Context, Actor>['call']
export type ContextOf<C extends AnyCall> = Parameters<Handler<C>>[0]

const opening = new WeakSet<object>()

/**
 * Marks a handler that opens its transactions itself, on `frame.db`: its `db` is the pool, and `announce`, `enqueue` and
 * `afterCommit` are not for it.
 */
export function opensTransactions<H extends object>(handle: H): H {
  opening.add(handle)
  return handle
}

export const doesOpenTransactions = (handle: object): boolean => opening.has(handle)

/**
 * What a handler does before its transaction begins: what takes longer than a connection should be held, what needs a
 * connection of its own, and what has to stay when the call fails.
 */
export type Preparation<C extends AnyCall, P = void> = (
  call: Pick<ContextOf<C>, 'frame' | 'actor' | 'input' | 'now' | 'request'>,
) => Promise<P>

/** Which call it is for nobody knows any more. */
type AnyPreparation = (call: unknown) => Promise<unknown>

const preparations = new WeakMap<object, AnyPreparation>()

/**
 * Marks a handler that has something to do before its transaction, and is handed what came of it; what that fails with,
 * the call fails with.
 */
export function prepares<C extends AnyCall, P = void>(
  prepare: Preparation<C, P>,
  handle: (context: ContextOf<C>, prepared: P) => ReturnType<Handler<C>>,
): Handler<C> {
  preparations.set(handle, prepare as AnyPreparation)
  return handle as Handler<C>
}

export const preparationOf = (handle: object): AnyPreparation | undefined => preparations.get(handle)
