import type { Handlers } from '#contract/call.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { ExitLive } from './ExitLive.ts'
import { exitUser } from './exitUser.ts'
import { getSessionInfo } from './getSessionInfo.ts'
import { getStagePeople } from './getStagePeople.ts'
import { grantStage } from './grantStage.ts'
import { lowerHand } from './lowerHand.ts'
import { prepareEndPitchData } from './prepareEndPitchData.ts'
import { revokeStage } from './revokeStage.ts'
import { setHand } from './setHand.ts'
import { sgFixPause } from './sgFixPause.ts'
import { sgLivingAction } from './sgLivingAction.ts'
import { transferPitch } from './transferPitch.ts'

/** The handlers of this feature's calls. */
export const stageHandlers = {
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
} satisfies Handlers<typeof stageCalls, Context, Actor>
