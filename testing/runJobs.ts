import { Logger, runOnce, type TaskList } from 'graphile-worker'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import type { Stack } from './startStack.ts'

/** Runs every due job of these handlers, one after the other, and waits for them. */
export async function runJobs(stack: Stack, handlers: JobHandlers): Promise<void> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload: unknown) =>
        (handle as (...args: unknown[]) => Promise<void>)(payload, stack.frame, {
          attempt: 1,
          lastAttempt: true,
          signal: undefined,
        }),
    ]),
  )
  await runOnce({ pgPool: stack.frame.pool, taskList, logger: new Logger(() => () => {}) })
}
