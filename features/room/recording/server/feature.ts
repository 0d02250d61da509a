import { recordingPart } from '#features/room/recording/apply.ts'
import { recordingCalls } from '#features/room/recording/contract.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { answerRecording, setRecording } from './acts.ts'
import { getRecordingCapacity } from './capacity.ts'
import { serveEgressHook } from './egress/hook.ts'
import { egressJobs } from './egress/tidyEgress.ts'
import { endRecording } from './queries.ts'
import { startWithPitch } from './starting.ts'

export const recordingFeature = {
  handlers: handlersOf(recordingCalls, { answerRecording, getRecordingCapacity, setRecording }),
  jobs: egressJobs,
  crontab: ['* * * * * tidyEgress'],
  routes: serveEgressHook,
  hears: {
    roomStarted: startWithPitch,
    roomEnds: async ({ db }, { id }) => {
      const { recorded, paused } = await roomStateOf(db, id, recordingPart)
      await endRecording(db, id, !recorded || paused)
    },
  },
} satisfies Feature
