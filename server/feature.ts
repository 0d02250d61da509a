import type { FastifyInstance } from 'fastify'
import type { Calls } from '#contract/call.ts'
import type { Handlers } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import type { Hearer } from '#server/occasions.ts'

/** What a word brings to the server: declared in its `server/feature.ts`, and listed once in `app/server/features.ts`. */
export interface Feature {
  /** The handlers of its calls, by `handlersOf`. */
  readonly handlers?: object
  /** The handlers of its jobs, whose names and payloads it adds to `Jobs`. */
  readonly jobs?: JobHandlers
  /** Its scheduled jobs: crontab lines, in UTC. */
  readonly crontab?: readonly string[]
  /** Its reactions to occasions. */
  readonly hears?: Hearer
  /** Its HTTP routes besides calls. */
  readonly routes?: (app: FastifyInstance, frame: Frame) => void
}

/**
 * The handlers of a word's calls, of all that its files export: each has the name of its call. The compiler finds which
 * is missing.
 */
export const handlersOf = <T extends Calls>(calls: T, exported: NoInfer<Handlers<T>>): Handlers<T> =>
  Object.fromEntries(Object.keys(calls).map(name => [name, exported[name]])) as Handlers<T>
