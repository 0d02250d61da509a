import type { Handlers } from '#contract/call.ts'
import { cancelEmailChange } from '#features/access/profile/server/cancelEmailChange.ts'
import { changeEmail } from '#features/access/profile/server/changeEmail.ts'
import { changeUsername } from '#features/access/profile/server/changeUsername.ts'
import { checkUndoEmailLink } from '#features/access/profile/server/checkUndoEmailLink.ts'
import { checkUsername } from '#features/access/profile/server/checkUsername.ts'
import { confirmEmail } from '#features/access/profile/server/confirmEmail.ts'
import { deleteAvatar } from '#features/access/profile/server/deleteAvatar.ts'
import { generateUsername } from '#features/access/profile/server/generateUsername.ts'
import { getPersonalInfo } from '#features/access/profile/server/getPersonalInfo.ts'
import { getUserConfig } from '#features/access/profile/server/getUserConfig.ts'
import { resendEmail } from '#features/access/profile/server/resendEmail.ts'
import { sendMobileCode } from '#features/access/profile/server/sendMobileCode.ts'
import { undoEmailChange } from '#features/access/profile/server/undoEmailChange.ts'
import { updateAvatar } from '#features/access/profile/server/updateAvatar.ts'
import { updateLastLogin } from '#features/access/profile/server/updateLastLogin.ts'
import { updatePassword } from '#features/access/profile/server/updatePassword.ts'
import { updatePersonalInfo } from '#features/access/profile/server/updatePersonalInfo.ts'
import { updateUserConfig } from '#features/access/profile/server/updateUserConfig.ts'
import { verifyMobile } from '#features/access/profile/server/verifyMobile.ts'
import { checkResetPasswordLink } from '#features/access/recovery/server/checkResetPasswordLink.ts'
import { forgotPassword } from '#features/access/recovery/server/forgotPassword.ts'
import { getUserOrganisationList } from '#features/access/recovery/server/getUserOrganisationList.ts'
import { resetPassword } from '#features/access/recovery/server/resetPassword.ts'
import { sendResetPasswordEmail } from '#features/access/recovery/server/sendResetPasswordEmail.ts'
import { sendUsernameEmail } from '#features/access/recovery/server/sendUsernameEmail.ts'
import type { accountCalls } from '#features/admin/users/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { activateAccountByAdmin } from './activateAccountByAdmin.ts'
import { changeUsers } from './changeUsers.ts'
import { createUser } from './createUser.ts'
import { createUserTag } from './createUserTag.ts'
import { deleteUser } from './deleteUser.ts'
import { deleteUserAvatar } from './deleteUserAvatar.ts'
import { deleteUserTag } from './deleteUserTag.ts'
import { endUserSessions } from './endUserSessions.ts'
import { exportUsers } from './exportUsers.ts'
import { generateTemporaryPassword } from './generateTemporaryPassword.ts'
import { getPeopleList } from './getPeopleList.ts'
import { getPersonInfo } from './getPersonInfo.ts'
import { getPersonInfoById } from './getPersonInfoById.ts'
import { getUserDetail } from './getUserDetail.ts'
import { getUserInfoById } from './getUserInfoById.ts'
import { getUserListForEp } from './getUserListForEp.ts'
import { getUserTagList } from './getUserTagList.ts'
import { getUserTask } from './getUserTask.ts'
import { previewUsersAct } from './previewUsersAct.ts'
import { resendActivation } from './resendActivation.ts'
import { restoreUser } from './restoreUser.ts'
import { setUserDisabled } from './setUserDisabled.ts'
import { updateUser } from './updateUser.ts'
import { updateUserRole } from './updateUserRole.ts'
import { updateUserTag } from './updateUserTag.ts'

/** The handlers of this feature's calls. */
export const accountHandlers = {
  createUser,
  getUserDetail,
  updateUser,
  updateUserRole,
  deleteUser,
  restoreUser,
  activateAccountByAdmin,
  generateUsername,
  generateTemporaryPassword,
  previewUsersAct,
  changeUsers,
  getUserTask,
  exportUsers,
  createUserTag,
  updateUserTag,
  deleteUserAvatar,
  deleteUserTag,
  getUserTagList,
  getUserOrganisationList,
  getUserListForEp,
  resendActivation,
  setUserDisabled,
  endUserSessions,
  checkResetPasswordLink,
  resetPassword,
  forgotPassword,
  sendResetPasswordEmail,
  sendUsernameEmail,
  updateLastLogin,
  getPersonalInfo,
  updatePersonalInfo,
  updatePassword,
  getUserConfig,
  updateUserConfig,
  updateAvatar,
  deleteAvatar,
  checkUsername,
  changeUsername,
  changeEmail,
  confirmEmail,
  resendEmail,
  cancelEmailChange,
  checkUndoEmailLink,
  undoEmailChange,
  sendMobileCode,
  verifyMobile,
  getUserInfoById,
  getPersonInfo,
  getPersonInfoById,
  getPeopleList,
} satisfies Handlers<typeof accountCalls, Context, Actor>
