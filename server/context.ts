import type { CookieSerializeOptions } from '@fastify/cookie'
import type { AnyCall, Calls, Fail, Input, Output } from '#contract/call.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'

/** What is at hand outside the call's transaction, and within it. */
export interface Outside {
  readonly now: Date
  readonly request: RequestInfo
  readonly frame: Frame
}

/** What words add to the context of every handler, by declaration merging: the room adds `announce`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface ContextParts {}

/** What every handler gets besides `input`, `actor` and `fail`. */
export interface Context extends Outside, ContextParts {
  /** The call's transaction: a failed call leaves nothing. Of a call that only reads, the pool. */
  readonly db: Transaction
  /** Adds a job that exists if and only if the call's rows do. */
  readonly enqueue: Enqueue
  /** Runs after the commit; what fails here is logged and changes no answer. */
  readonly afterCommit: (act: () => void | Promise<void>) => void
}

/** What a word makes its part of the context from, when the transaction of a call has begun. */
export interface Begun extends Pick<Context, 'db' | 'afterCommit' | 'frame'> {
  readonly actor: Actor | undefined
}

/** Makes every part of the context; `app/` hands it in. */
export type MakeContextParts = { readonly [K in keyof ContextParts]: (begun: Begun) => ContextParts[K] }

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

/** What the call itself brings; only a call that anyone may make can be without an actor. */
export interface Said<C extends AnyCall> {
  readonly input: Input<C>
  readonly fail: Fail<C>
  readonly actor: C['who'] extends 'anyone' ? Actor | undefined : Actor
}
export type ContextOf<C extends AnyCall> = Context & Said<C>
export type OutsideOf<C extends AnyCall> = Outside & Said<C>

/** Handles a call in a transaction that begins before it and is committed after it. */
export type Handle<C extends AnyCall> = (context: ContextOf<C>) => Promise<Output<C>>

/** Does something before the transaction, and hands what came of it to `handle`. */
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
 * What a handler does before its transaction begins: what takes longer than a connection should be held, what needs a
 * connection of its own, and what has to stay when the call fails. What it fails with, the call fails with.
 */
export type Preparation<C extends AnyCall, P = void> = (call: OutsideOf<C>) => Promise<P>

/** A handler with a preparation; `handle` gets what came of it. */
export const prepares = <C extends AnyCall, P = void>(
  prepare: Preparation<C, P>,
  handle: (context: ContextOf<C>, prepared: P) => Promise<Output<C>>,
): PreparedHandler<C> => ({ prepare, handle })

/** A handler that opens its transactions itself; `inTransaction` is for them. */
export const opensTransactions = <C extends AnyCall>(handle: OpeningHandler<C>['handle']): OpeningHandler<C> => ({
  opensTransactions: true,
  handle,
})
