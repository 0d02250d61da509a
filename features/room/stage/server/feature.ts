import type { stageCalls } from '#features/room/stage/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getSessionInfo } from './getSessionInfo.ts'
import { getStagePeople } from './getStagePeople.ts'
import { stageJobs } from './jobs.ts'
import { ExitLive, exitUser } from './leaveActs.ts'
import { sgFixPause, sgLivingAction } from './pauseActs.ts'
import { grantStage, lowerHand, revokeStage, setHand } from './stageActs.ts'
import { prepareEndPitchData, transferPitch } from './transferActs.ts'

export const stageFeature = {
  handlers: {
    sgLivingAction,
    sgFixPause,
    transferPitch,
    prepareEndPitchData,
    exitUser,
    ExitLive,
    getSessionInfo,
    setHand,
    lowerHand,
    getStagePeople,
    grantStage,
    revokeStage,
  } satisfies Handlers<typeof stageCalls>,
  jobs: stageJobs,
} satisfies Feature
