import { planCalls } from '#features/planning/plan/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as assigneeActs from './assigneeActs.ts'
import { createPitchByPresenter } from './createPitchByPresenter.ts'
import { deletePitch } from './deletePitch.ts'
import { serveDocuments } from './documents.ts'
import { planJobs } from './jobs.ts'
import * as pitchDetail from './pitchDetail.ts'
import * as pitchLists from './pitchLists.ts'
import { updatePitchLockStatus } from './pitchLocks.ts'
import * as reopening from './reopening.ts'
import { restorePitch } from './restorePitch.ts'
import { updatePitch } from './updatePitch.ts'
import { updatePitchLogo } from './updatePitchLogo.ts'
import { updateSgCompanyInfo } from './updateSgCompanyInfo.ts'

export const planFeature = {
  handlers: handlersOf(planCalls, {
    ...assigneeActs,
    createPitchByPresenter,
    deletePitch,
    ...pitchDetail,
    ...pitchLists,
    updatePitchLockStatus,
    ...reopening,
    restorePitch,
    updatePitch,
    updatePitchLogo,
    updateSgCompanyInfo,
  }),
  jobs: planJobs,
  routes: serveDocuments,
} satisfies Feature
