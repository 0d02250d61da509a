import type { Handlers } from '#contract/call.ts'
import type { roomCalls } from '#features/room/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { endPitch } from './endPitch.ts'
import { getPageAction } from './getPageAction.ts'
import { getPitchAttendance } from './getPitchAttendance.ts'
import { getPitchStatus } from './getPitchStatus.ts'
import { getRemovedList } from './getRemovedList.ts'
import { getRoomPeople } from './getRoomPeople.ts'
import { readmitAttendee } from './readmitAttendee.ts'
import { removeAttendee } from './removeAttendee.ts'
import { sgUpdatePitchPages } from './sgUpdatePitchPages.ts'
import { startPitch } from './startPitch.ts'
import { updatePageAction } from './updatePageAction.ts'
import { updatePageZoom } from './updatePageZoom.ts'
import { updatePitchLookBack } from './updatePitchLookBack.ts'

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
