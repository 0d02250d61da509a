import type { TestProject } from 'vitest/node'
import { startTemplateDatabase } from './templateDatabase.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
  }
}

/** One PostgreSQL for the run with one migrated template; every test file copies it. */
export default async function setup(project: TestProject) {
  const { url, stop } = await startTemplateDatabase()
  project.provide('postgres', url)
  return stop
}
