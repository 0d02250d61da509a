import { getPitchAttendance } from './getPitchAttendance.ts'

/** The handlers of this feature's calls. */
export const attendanceHandlers = { getPitchAttendance }
