import type { FastifyInstance } from 'fastify'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import type { Hearer } from '#server/occasions.ts'

/** What a word brings to the server: its `server/feature.ts` has it, and the console lists them all once. */
export interface Feature {
  /** The handlers of its calls, as `Handlers` of its contract. */
  readonly handlers?: object
  /** What runs its jobs, whose names and payloads it adds to `Jobs`. */
  readonly jobs?: JobHandlers
  /** Its jobs that run by the clock: lines of crontab, UTC. */
  readonly crontab?: readonly string[]
  /** What it does on the occasions that it hears of. */
  readonly hears?: Hearer
  /** What it answers over HTTP besides calls. */
  readonly routes?: (app: FastifyInstance, frame: Frame) => void
}
