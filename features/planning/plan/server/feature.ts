import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { createPitchByPresenter } from './createPitchByPresenter.ts'
import { deletePitch } from './deletePitch.ts'
import { serveDocuments } from './documents.ts'
import { getAssigneeList } from './getAssigneeList.ts'
import { getInvitedPitchList } from './getInvitedPitchList.ts'
import { getPitchById } from './getPitchById.ts'
import { getPitchDetail } from './getPitchDetail.ts'
import { getPitchesNow } from './getPitchesNow.ts'
import { getPitchListForEp } from './getPitchListForEp.ts'
import { getPitchListForPresenter } from './getPitchListForPresenter.ts'
import { planJobs } from './jobs.ts'
import { RestartPitch } from './RestartPitch.ts'
import { resetPitch } from './resetPitch.ts'
import { restorePitch } from './restorePitch.ts'
import { updatePitch } from './updatePitch.ts'
import { updatePitchLockStatus } from './updatePitchLockStatus.ts'
import { updatePitchLogo } from './updatePitchLogo.ts'
import { updatePitchUserId } from './updatePitchUserId.ts'
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
