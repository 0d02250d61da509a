import { recordingPart } from '#features/room/recording/apply.ts'
import { recordingCalls } from '#features/room/recording/contract.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as acts from './acts.ts'
import { endRecording } from './queries.ts'

const { setRecording, answerRecording } = acts

export const recordingFeature = {
  handlers: handlersOf(recordingCalls, { setRecording, answerRecording }),
  hears: {
    roomStarted: acts.startWithPitch,
    roomEnds: async ({ db }, { id }) => {
      const { recorded, paused } = await roomStateOf(db, id, recordingPart)
      await endRecording(db, id, !recorded || paused)
    },
  },
} satisfies Feature
