import type { Handlers } from '#contract/call.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { activateAccountByAdmin } from './activateAccountByAdmin.ts'
import { changeUsers } from './changeUsers.ts'
import { clearFactorsByAdmin } from './clearFactorsByAdmin.ts'
import { clearSecurityQuestions } from './clearSecurityQuestions.ts'
import { createUser } from './createUser.ts'
import { createUserTag } from './createUserTag.ts'
import { deleteUser } from './deleteUser.ts'
import { deleteUserAvatar } from './deleteUserAvatar.ts'
import { deleteUserTag } from './deleteUserTag.ts'
import { endUserSessions } from './endUserSessions.ts'
import { exportUsers } from './exportUsers.ts'
import { generateTemporaryPassword } from './generateTemporaryPassword.ts'
import { generateUsername } from './generateUsername.ts'
import { getFactorsByAdmin } from './getFactorsByAdmin.ts'
import { getPeopleList } from './getPeopleList.ts'
import { getPersonInfo } from './getPersonInfo.ts'
import { getPersonInfoById } from './getPersonInfoById.ts'
import { getUserDetail } from './getUserDetail.ts'
import { getUserInfoById } from './getUserInfoById.ts'
import { getUserListForEp } from './getUserListForEp.ts'
import { getUserOrganisationList } from './getUserOrganisationList.ts'
import { getUserTagList } from './getUserTagList.ts'
import { getUserTask } from './getUserTask.ts'
import { previewUsersAct } from './previewUsersAct.ts'
import { resendActivation } from './resendActivation.ts'
import { restoreUser } from './restoreUser.ts'
import { sendCodeByAdmin } from './sendCodeByAdmin.ts'
import { setUserDisabled } from './setUserDisabled.ts'
import { updateUser } from './updateUser.ts'
import { updateUserRole } from './updateUserRole.ts'
import { updateUserTag } from './updateUserTag.ts'
import { validateCodeByAdmin } from './validateCodeByAdmin.ts'

/** The handlers of this word's calls. */
export const usersHandlers = {
  createUser,
  getUserListForEp,
  getUserDetail,
  updateUser,
  updateUserRole,
  deleteUser,
  restoreUser,
  resendActivation,
  setUserDisabled,
  endUserSessions,
  deleteUserAvatar,
  activateAccountByAdmin,
  generateUsername,
  generateTemporaryPassword,
  previewUsersAct,
  changeUsers,
  getUserTask,
  exportUsers,
  getUserOrganisationList,
  createUserTag,
  updateUserTag,
  deleteUserTag,
  getUserTagList,
  getUserInfoById,
  getPersonInfo,
  getPersonInfoById,
  getPeopleList,
  sendCodeByAdmin,
  validateCodeByAdmin,
  getFactorsByAdmin,
  clearFactorsByAdmin,
  clearSecurityQuestions,
} satisfies Handlers<typeof usersCalls, Context, Actor>
