import type { Handlers } from '#contract/call.ts'
import { getPitchAttendance } from '#features/results/attendance/server/getPitchAttendance.ts'
import type { roomCalls } from '#features/room/room/contract.ts'
import { getPageAction } from '#features/room/slides/server/getPageAction.ts'
import { sgUpdatePitchPages } from '#features/room/slides/server/sgUpdatePitchPages.ts'
import { updatePageAction } from '#features/room/slides/server/updatePageAction.ts'
import { updatePageZoom } from '#features/room/slides/server/updatePageZoom.ts'
import { updatePitchLookBack } from '#features/room/slides/server/updatePitchLookBack.ts'
import { getPitchStatus } from '#features/screens/live/server/getPitchStatus.ts'
import { getRemovedList } from '#features/screens/live/server/getRemovedList.ts'
import { getRoomPeople } from '#features/screens/live/server/getRoomPeople.ts'
import { readmitAttendee } from '#features/screens/live/server/readmitAttendee.ts'
import { removeAttendee } from '#features/screens/live/server/removeAttendee.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { endPitch } from './endPitch.ts'
import { startPitch } from './startPitch.ts'

/** The handlers of this feature's calls. */
export const roomHandlers = {
  startPitch,
  endPitch,
  sgUpdatePitchPages,
  getPitchStatus,
  getPageAction,
  updatePageAction,
  updatePageZoom,
  updatePitchLookBack,
  getRoomPeople,
  removeAttendee,
  readmitAttendee,
  getRemovedList,
  getPitchAttendance,
} satisfies Handlers<typeof roomCalls, Context, Actor>
