import type { roomCalls } from '#features/room/room/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { endPitch, startPitch } from './liveActs.ts'

export const roomFeature = {
  handlers: { startPitch, endPitch } satisfies Handlers<typeof roomCalls>,
} satisfies Feature
