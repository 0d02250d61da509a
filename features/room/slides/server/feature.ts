import type { slidesCalls } from '#features/room/slides/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { showPitchFile } from './showPitchFile.ts'
import { getPageAction, getPitchStatus, updatePageZoom, updatePitchLookBack } from './slideActs.ts'
import { sgUpdatePitchPages, updatePageAction } from './turnRoomPage.ts'

export const slidesFeature = {
  handlers: {
    sgUpdatePitchPages,
    updatePageAction,
    getPitchStatus,
    getPageAction,
    updatePageZoom,
    updatePitchLookBack,
    showPitchFile,
  } satisfies Handlers<typeof slidesCalls>,
} satisfies Feature
