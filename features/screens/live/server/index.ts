import { getRemovedList } from './getRemovedList.ts'
import { readmitAttendee } from './readmitAttendee.ts'
import { removeAttendee } from './removeAttendee.ts'

/** The handlers of this feature's calls. */
export const liveHandlers = { removeAttendee, readmitAttendee, getRemovedList }
