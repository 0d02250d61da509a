import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getAssigneeList, updatePitchUserId } from './assigneeActs.ts'
import { createPitchByPresenter } from './createPitchByPresenter.ts'
import { deletePitch } from './deletePitch.ts'
import { serveDocuments } from './documents.ts'
import { planJobs } from './jobs.ts'
import { getPitchById, getPitchDetail } from './pitchDetail.ts'
import { getInvitedPitchList, getPitchesNow, getPitchListForEp, getPitchListForPresenter } from './pitchLists.ts'
import { updatePitchLockStatus } from './pitchLocks.ts'
import { RestartPitch, resetPitch } from './reopening.ts'
import { restorePitch } from './restorePitch.ts'
import { updatePitch } from './updatePitch.ts'
import { updatePitchLogo } from './updatePitchLogo.ts'
import { updateSgCompanyInfo } from './updateSgCompanyInfo.ts'

export const planFeature = {
  handlers: {
    createPitchByPresenter,
    updatePitch,
    updateSgCompanyInfo,
    updatePitchLogo,
    getPitchListForEp,
    getPitchListForPresenter,
    getInvitedPitchList,
    getPitchesNow,
    getPitchDetail,
    getPitchById,
    deletePitch,
    restorePitch,
    updatePitchLockStatus,
    getAssigneeList,
    updatePitchUserId,
    RestartPitch,
    resetPitch,
  } satisfies Handlers<typeof planCalls>,
  jobs: planJobs,
  routes: serveDocuments,
} satisfies Feature
