import { roomCalls } from '#features/room/room/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as liveActs from './liveActs.ts'

export const roomFeature = {
  handlers: handlersOf(roomCalls, liveActs),
} satisfies Feature
