import { policyCalls } from '#features/access/policy/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as agreements from './agreements.ts'

export const policyFeature = {
  handlers: handlersOf(policyCalls, agreements),
} satisfies Feature
