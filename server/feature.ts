import type { FastifyInstance } from 'fastify'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import type { Hearer } from '#server/occasions.ts'

/** What a word brings to the server: declared in its `server/feature.ts`, and listed once in `app/server/features.ts`. */
export interface Feature {
  /** The handlers of its calls, as `Handlers` of its contract. */
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
