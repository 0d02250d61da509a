import { planCalls } from '#features/planning/plan/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as assigneeActs from './assigneeActs.ts'
import * as companyActs from './companyActs.ts'
import { createPitchByPresenter } from './createPitchByPresenter.ts'
import { deletePitch } from './deletePitch.ts'
import { serveDocuments } from './documents.ts'
import { planJobs } from './jobs.ts'
import { getSeriesForPitch } from './naming.ts'
import * as pitchDetail from './pitchDetail.ts'
import * as pitchLists from './pitchLists.ts'
import { updatePitchLockStatus, updatePitchSpotlight } from './pitchLocks.ts'
import { getPitchDocumentPages, servePreviews } from './previews.ts'
import * as reopening from './reopening.ts'
import { restorePitch } from './restorePitch.ts'
import { updatePitch } from './updatePitch.ts'
import { updatePitchLogo } from './updatePitchLogo.ts'
import { updateSgCompanyInfo } from './updateSgCompanyInfo.ts'

export const planFeature = {
  handlers: handlersOf(planCalls, {
    ...assigneeActs,
    ...companyActs,
    createPitchByPresenter,
    deletePitch,
    ...pitchDetail,
    getSeriesForPitch,
    ...pitchLists,
    getPitchDocumentPages,
    updatePitchLockStatus,
    updatePitchSpotlight,
    ...reopening,
    restorePitch,
    updatePitch,
    updatePitchLogo,
    updateSgCompanyInfo,
  }),
  jobs: planJobs,
  routes: (app, frame) => {
    serveDocuments(app, frame)
    servePreviews(app, frame)
  },
} satisfies Feature
