import type { TestProject } from 'vitest/node'
import { startTemplateDatabase } from './templateDatabase.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
  }
}

interface Shared {
  users: number
  readonly starting: ReturnType<typeof startTemplateDatabase>
}

// Vitest loads this file for each project anew; the process is what they share.
const run = process as NodeJS.Process & { postgresOfTests?: Shared }

/** One PostgreSQL for the run with one migrated template, whatever the project; every test file copies it. */
export default async function setup(project: TestProject) {
  run.postgresOfTests ??= { users: 0, starting: startTemplateDatabase() }
  const shared = run.postgresOfTests
  shared.users++
  const { url, stop } = await shared.starting
  project.provide('postgres', url)
  return async () => {
    if (--shared.users > 0) return
    delete run.postgresOfTests
    await stop()
  }
}
