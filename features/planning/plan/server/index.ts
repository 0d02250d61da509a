import type { Handlers } from '#contract/call.ts'
import type { pitchCalls } from '#features/planning/plan/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { createPitchByPresenter } from './createPitchByPresenter.ts'
import { deletePitch } from './deletePitch.ts'
import { getAssigneeList } from './getAssigneeList.ts'
import { getInvitedPitchList } from './getInvitedPitchList.ts'
import { getPitchById } from './getPitchById.ts'
import { getPitchDetail } from './getPitchDetail.ts'
import { getPitchesNow } from './getPitchesNow.ts'
import { getPitchListForEp } from './getPitchListForEp.ts'
import { getPitchListForPresenter } from './getPitchListForPresenter.ts'
import { RestartPitch } from './RestartPitch.ts'
import { resetPitch } from './resetPitch.ts'
import { restorePitch } from './restorePitch.ts'
import { updatePitch } from './updatePitch.ts'
import { updatePitchLockStatus } from './updatePitchLockStatus.ts'
import { updatePitchLogo } from './updatePitchLogo.ts'
import { updatePitchUserId } from './updatePitchUserId.ts'
import { updateSgCompanyInfo } from './updateSgCompanyInfo.ts'

/** The handlers of this feature's calls. */
export const pitchHandlers = {
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
} satisfies Handlers<typeof pitchCalls, Context, Actor>
