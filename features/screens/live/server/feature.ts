import type { liveCalls } from '#features/screens/live/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getRemovedList, readmitAttendee, removeAttendee } from './removalActs.ts'

export const liveFeature = {
  handlers: { removeAttendee, readmitAttendee, getRemovedList } satisfies Handlers<typeof liveCalls>,
} satisfies Feature
