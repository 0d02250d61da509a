import type { stageCalls } from '#features/room/stage/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { ExitLive } from './ExitLive.ts'
import { exitUser } from './exitUser.ts'
import { getSessionInfo } from './getSessionInfo.ts'
import { getStagePeople } from './getStagePeople.ts'
import { grantStage } from './grantStage.ts'
import { stageJobs } from './jobs.ts'
import { lowerHand } from './lowerHand.ts'
import { prepareEndPitchData } from './prepareEndPitchData.ts'
import { revokeStage } from './revokeStage.ts'
import { setHand } from './setHand.ts'
import { sgFixPause } from './sgFixPause.ts'
import { sgLivingAction } from './sgLivingAction.ts'
import { transferPitch } from './transferPitch.ts'

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
