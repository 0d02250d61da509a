import type { slidesCalls } from '#features/room/slides/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getPageAction } from './getPageAction.ts'
import { getPitchStatus } from './getPitchStatus.ts'
import { showPitchFile } from './showPitchFile.ts'
import { turnRoomPage } from './turnRoomPage.ts'
import { updatePageZoom } from './updatePageZoom.ts'
import { updatePitchLookBack } from './updatePitchLookBack.ts'

export const slidesFeature = {
  handlers: {
    sgUpdatePitchPages: turnRoomPage,
    updatePageAction: turnRoomPage,
    getPitchStatus,
    getPageAction,
    updatePageZoom,
    updatePitchLookBack,
    showPitchFile,
  } satisfies Handlers<typeof slidesCalls>,
} satisfies Feature
