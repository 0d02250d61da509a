import { listCalls } from '#features/planning/list/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { importListMembers } from './importMembers.ts'
import { listJobs } from './jobs.ts'
import * as lists from './lists.ts'
import * as members from './members.ts'
import { countListPeople } from './people.ts'

export const listFeature = {
  handlers: handlersOf(listCalls, { ...lists, ...members, importListMembers, countListPeople }),
  jobs: listJobs,
} satisfies Feature
