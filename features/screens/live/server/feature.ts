import { liveCalls } from '#features/screens/live/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as removalActs from './removalActs.ts'

export const liveFeature = {
  handlers: handlersOf(liveCalls, removalActs),
} satisfies Feature
