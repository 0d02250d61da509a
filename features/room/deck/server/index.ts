import { createPitchFile } from './createPitchFile.ts'
import { deletePitchFile } from './deletePitchFile.ts'
import { getPitchFileList } from './getPitchFileList.ts'
import { getPitchFileLocation } from './getPitchFileLocation.ts'
import { getPitchNotes } from './getPitchNotes.ts'
import { getUploadedFile } from './getUploadedFile.ts'
import { restorePitchFile } from './restorePitchFile.ts'
import { sgGetPitchPagesData } from './sgGetPitchPagesData.ts'
import { updatePitchFile } from './updatePitchFile.ts'

/** The handlers of this feature's calls. */
export const deckHandlers = {
  sgGetPitchPagesData,
  getPitchNotes,
  getPitchFileList,
  createPitchFile,
  updatePitchFile,
  deletePitchFile,
  restorePitchFile,
  getPitchFileLocation,
  getUploadedFile,
}
