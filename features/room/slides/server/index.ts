import { getPageAction } from './getPageAction.ts'
import { getPitchStatus } from './getPitchStatus.ts'
import { showPitchFile } from './showPitchFile.ts'
import { turnRoomPage } from './turnRoomPage.ts'
import { updatePageZoom } from './updatePageZoom.ts'
import { updatePitchLookBack } from './updatePitchLookBack.ts'

/** The handlers of this feature's calls. */
export const slidesHandlers = {
  sgUpdatePitchPages: turnRoomPage,
  updatePageAction: turnRoomPage,
  getPitchStatus,
  getPageAction,
  updatePageZoom,
  updatePitchLookBack,
  showPitchFile,
}
