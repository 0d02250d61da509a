import { slidesCalls } from '#features/room/slides/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { showPitchFile } from './showPitchFile.ts'
import * as slideActs from './slideActs.ts'
import * as turnRoomPage from './turnRoomPage.ts'

export const slidesFeature = {
  handlers: handlersOf(slidesCalls, { showPitchFile, ...slideActs, ...turnRoomPage }),
} satisfies Feature
