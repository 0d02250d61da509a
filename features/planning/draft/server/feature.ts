import { draftCalls } from '#features/planning/draft/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { copyPitch } from './copyPitch.ts'
import { getDraftInvitationPreview } from './draftPreview.ts'
import {
  createPitchDraftByPresenter,
  deletePitchDraft,
  getPitchDraftForPitchAdmin,
  getPitchDraftForPresenter,
  getPitchDraftListAll,
  getPitchDraftListForPresenter,
  restorePitchDraft,
  updatePitchDraftByPitchAdmin,
  updatePitchDraftByPresenter,
} from './drafts.ts'
import { draftJobs } from './jobs.ts'

export const draftFeature = {
  handlers: handlersOf(draftCalls, {
    copyPitch,
    createPitchDraftByPresenter,
    deletePitchDraft,
    getDraftInvitationPreview,
    getPitchDraftForPitchAdmin,
    getPitchDraftForPresenter,
    getPitchDraftListAll,
    getPitchDraftListForPresenter,
    restorePitchDraft,
    updatePitchDraftByPitchAdmin,
    updatePitchDraftByPresenter,
  }),
  jobs: draftJobs,
} satisfies Feature
