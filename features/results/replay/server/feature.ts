import { isHeld } from '#features/core/pitch/server/holdQueries.ts'
import { replayCalls } from '#features/results/replay/contract.ts'
import { deleteRecordingsOf } from '#features/room/recording/server/queries.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as decisions from './decisions.ts'
import { exportReplayTalk } from './exportReplayTalk.ts'
import * as films from './film/films.ts'
import { filmJobs } from './film/makeFilm.ts'
import { getReplay } from './getReplay.ts'
import * as holds from './holds.ts'
import { letRecordingsGo, replayJobs } from './jobs.ts'
import * as recordingActs from './recordingActs.ts'
import { retentionJobs } from './retention.ts'
import { serveRecordings } from './routes.ts'
import { silenceJobs } from './silences.ts'
import * as pitchVideo from './video/pitchVideo.ts'
import { addressOfVideo } from './video/pitchVideo.ts'
import { videoJobs } from './video/prepareVideo.ts'
import * as watching from './watching.ts'

export const replayFeature = {
  handlers: handlersOf(replayCalls, {
    getReplay,
    exportReplayTalk,
    ...recordingActs,
    ...decisions,
    ...watching,
    ...holds,
    ...films,
    ...pitchVideo,
  }),
  jobs: { ...replayJobs, ...retentionJobs, ...silenceJobs, ...filmJobs, ...videoJobs },
  crontab: [
    '27 3 * * * purgeRecordings',
    '12 4 * * * applyRetention',
    '* * * * * findSilences ?max=1&queue=silences&jobKey=findSilences',
  ],
  routes: serveRecordings,
  hears: {
    sessionAsked: async ({ db, frame }, access) => addressOfVideo(db, frame, access),
    // [STATE-031, STATE-033]
    pitchReopens: async ({ db, now, fail }, { pitch }) => {
      if (await isHeld(db, pitch.id)) fail('RecordingHeld')
      await deleteRecordingsOf(db, pitch.id, now)
    },
    pitchPurges: async ({ db }, { id }) => {
      if (await isHeld(db, id)) return 'keep'
      await letRecordingsGo(db, id)
      return undefined
    },
  },
} satisfies Feature
