import { stageCalls } from '#features/room/stage/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { getSessionInfo } from './getSessionInfo.ts'
import { getStagePeople } from './getStagePeople.ts'
import { stageJobs } from './jobs.ts'
import * as leaveActs from './leaveActs.ts'
import * as pauseActs from './pauseActs.ts'
import * as stageActs from './stageActs.ts'
import * as transferActs from './transferActs.ts'

export const stageFeature = {
  handlers: handlersOf(stageCalls, {
    getSessionInfo,
    getStagePeople,
    ...leaveActs,
    ...pauseActs,
    ...stageActs,
    ...transferActs,
  }),
  jobs: stageJobs,
} satisfies Feature
