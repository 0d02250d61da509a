import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Stack, startStack } from '#testing/startStack.ts'
import { type JobHandlers, startJobs } from './jobs.ts'
import { beatWorkers } from './workers.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

/** A job that a worker took so many seconds ago. */
async function takenJob(worker: string, secondsAgo: number): Promise<string> {
  const { rows } = await stack.db.execute<{ id: string }>(
    sql`select id::text from graphile_worker.add_job('lost', '{}'::json)`,
  )
  const id = rows[0]?.id ?? ''
  await stack.db.execute(sql`update graphile_worker._private_jobs
    set locked_by = ${worker}, locked_at = now() - make_interval(secs => ${secondsAgo}) where id = ${id}::bigint`)
  return id
}
const holder = async (id: string) => {
  const { rows } = await stack.db.execute<{ locked_by: string | null }>(
    sql`select locked_by from graphile_worker.jobs where id = ${id}::bigint`,
  )
  return rows[0]?.locked_by
}

it('gives the jobs of a dead server to another one, and leaves those of the living and of newcomers alone', async () => {
  const [dead, living, fresh] = [await takenJob('dead', 60), await takenJob('living', 60), await takenJob('fresh', 5)]
  await beatWorkers(stack.db, ['living'])
  expect(await holder(dead)).toBeNull()
  expect(await holder(living)).toBe('living')
  expect(await holder(fresh)).toBe('fresh')
  await stack.db.execute(sql`update job_worker set seen_at = now() - interval '30 seconds'`)
  await beatWorkers(stack.db, ['another'])
  expect(await holder(living)).toBeNull()
  await stack.db.execute(sql`delete from graphile_worker._private_jobs`)
})

it('runs a job once, however many servers there are', async () => {
  const ran: string[] = []
  const handlers = {
    count: async ({ id }: { id: string }) => {
      ran.push(id)
      await new Promise(resolve => setTimeout(resolve, 2))
    },
  } as unknown as JobHandlers
  const settings = { ...stack.frame.settings, redisUrl: 'redis://127.0.0.1:1' }
  const runners = await Promise.all([1, 2].map(() => startJobs({ ...stack.frame, settings }, handlers, '# none\n')))
  const ids = Array.from({ length: 60 }, (_, i) => String(i))
  for (const id of ids)
    await stack.db.execute(sql`select graphile_worker.add_job('count', ${JSON.stringify({ id })}::json)`)
  for (const end = Date.now() + 10_000; ran.length < ids.length && Date.now() < end; )
    await new Promise(resolve => setTimeout(resolve, 20))
  await Promise.all(runners.map(runner => runner.stop()))
  expect(ran.toSorted()).toEqual(ids.toSorted())
})
