import { endPitch } from './endPitch.ts'
import { startPitch } from './startPitch.ts'

/** The handlers of this feature's calls. */
export const roomHandlers = { startPitch, endPitch }
