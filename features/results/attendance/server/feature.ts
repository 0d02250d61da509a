import type { attendanceCalls } from '#features/results/attendance/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getPitchAttendance } from './getPitchAttendance.ts'

export const attendanceFeature = {
  handlers: { getPitchAttendance } satisfies Handlers<typeof attendanceCalls>,
} satisfies Feature
