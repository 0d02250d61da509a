import type { CookieSerializeOptions } from '@fastify/cookie'
import type { AnyCall, Calls, Fail, Input, Output } from '#contract/call.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { addJob, type Enqueue } from '#server/jobs/jobs.ts'

/** What a handler can use both outside its transaction and within it. */
export interface Outside {
  readonly now: Date
  readonly request: RequestInfo
  readonly frame: Frame
}

/** What words add to every handler's context, by declaration merging: the room adds `announce`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface ContextParts {}

/** What every handler gets besides `input`, `actor` and `fail`. */
export interface Context extends Outside, ContextParts {
  /** The call's transaction: a failed call leaves no change. For a call that only reads, the pool. */
  readonly db: Transaction
  /** Adds a job that exists if and only if the call's rows do. */
  readonly enqueue: Enqueue
  /** Runs after the commit; a failure here is logged and does not change the answer. */
  readonly afterCommit: (act: () => void | Promise<void>) => void
}

/** What a word builds its part of the context from, at the start of a call's transaction. */
export interface Begun extends Pick<Context, 'db' | 'afterCommit' | 'frame'> {
  readonly actor: Actor | undefined
}

/** Builds every part of the context; passed in by `app/`. */
export type MakeContextParts = { readonly [K in keyof ContextParts]: (begun: Begun) => ContextParts[K] }

/** What a handler can know of the HTTP request that carries its call. */
export interface RequestInfo {
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  /** Whether the request was sent by a page in a browser, not by another program. */
  readonly isBrowser: boolean
  readonly cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string, options: CookieSerializeOptions): void
}

/** The call's own data; only a call that anyone may make can have no actor. */
export interface Said<C extends AnyCall> {
  readonly input: Input<C>
  readonly fail: Fail<C>
  readonly actor: C['who'] extends 'anyone' ? Actor | undefined : Actor
}
export type ContextOf<C extends AnyCall> = Context & Said<C>
export type OutsideOf<C extends AnyCall> = Outside & Said<C>

/** Handles a call inside a transaction that the frame begins and commits. */
export type Handle<C extends AnyCall> = (context: ContextOf<C>) => Promise<Output<C>>

/** Prepares something before the transaction, and passes the result to `handle`. */
export interface PreparedHandler<C extends AnyCall> {
  readonly prepare: Preparation<C, unknown>
  readonly handle: (context: ContextOf<C>, prepared: never) => Promise<Output<C>>
}

/** Opens its transactions itself, on `frame.db`. */
export interface OpeningHandler<C extends AnyCall> {
  readonly opensTransactions: true
  readonly handle: (context: OutsideOf<C>) => Promise<Output<C>>
}

/** The handler of one call. */
export type Handler<C extends AnyCall> = Handle<C> | PreparedHandler<C> | OpeningHandler<C>

/** One handler for each call. */
export type Handlers<T extends Calls> = { readonly [K in keyof T]: Handler<T[K]> }

/**
 * What a handler does before its transaction begins: slow work that should not hold a connection, work that needs a
 * connection of its own, and changes that have to stay when the call fails. If it fails, the call fails in the same
 * way.
 */
export type Preparation<C extends AnyCall, P = void> = (call: OutsideOf<C>) => Promise<P>

/** A handler with a preparation; `handle` gets the prepared value. */
export const prepares = <C extends AnyCall, P = void>(
  prepare: Preparation<C, P>,
  handle: (context: ContextOf<C>, prepared: P) => Promise<Output<C>>,
): PreparedHandler<C> => ({ prepare, handle })

/** A handler that opens its transactions itself, by `inTransaction`. */
export const opensTransactions = <C extends AnyCall>(handle: OpeningHandler<C>['handle']): OpeningHandler<C> => ({
  opensTransactions: true,
  handle,
})

/** What a transaction of a handler that opens its own can use. */
export interface Work {
  readonly db: Transaction
  readonly enqueue: Enqueue
}

/**
 * One transaction of a handler marked `opensTransactions`. Such handlers compare secrets, which must hold no
 * connection, or answer with secrets (recovery codes, an app's key), which must not be kept for a repeat of the call.
 */
export const inTransaction = <T>(frame: Frame, work: (work: Work) => Promise<T>): Promise<T> =>
  frame.db.transaction(db => work({ db, enqueue: (...job) => addJob(db, ...job) }))
