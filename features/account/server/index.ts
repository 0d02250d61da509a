import type { Handlers } from '#contract/call.ts'
import type { accountCalls } from '#features/account/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { activateAccountByAdmin } from './activateAccountByAdmin.ts'
import { cancelEmailChange } from './cancelEmailChange.ts'
import { changeEmail } from './changeEmail.ts'
import { changeUsername } from './changeUsername.ts'
import { changeUsers } from './changeUsers.ts'
import { checkResetPasswordLink } from './checkResetPasswordLink.ts'
import { checkUndoEmailLink } from './checkUndoEmailLink.ts'
import { checkUsername } from './checkUsername.ts'
import { confirmEmail } from './confirmEmail.ts'
import { createUser } from './createUser.ts'
import { createUserTag } from './createUserTag.ts'
import { deleteAvatar } from './deleteAvatar.ts'
import { deleteUser } from './deleteUser.ts'
import { deleteUserAvatar } from './deleteUserAvatar.ts'
import { deleteUserTag } from './deleteUserTag.ts'
import { endUserSessions } from './endUserSessions.ts'
import { exportUsers } from './exportUsers.ts'
import { forgotPassword } from './forgotPassword.ts'
import { generateTemporaryPassword } from './generateTemporaryPassword.ts'
import { generateUsername } from './generateUsername.ts'
import { getPeopleList } from './getPeopleList.ts'
import { getPersonalInfo } from './getPersonalInfo.ts'
import { getPersonInfo } from './getPersonInfo.ts'
import { getPersonInfoById } from './getPersonInfoById.ts'
import { getUserConfig } from './getUserConfig.ts'
import { getUserDetail } from './getUserDetail.ts'
import { getUserInfoById } from './getUserInfoById.ts'
import { getUserListForEp } from './getUserListForEp.ts'
import { getUserOrganisationList } from './getUserOrganisationList.ts'
import { getUserTagList } from './getUserTagList.ts'
import { getUserTask } from './getUserTask.ts'
import { previewUsersAct } from './previewUsersAct.ts'
import { resendActivation } from './resendActivation.ts'
import { resendEmail } from './resendEmail.ts'
import { resetPassword } from './resetPassword.ts'
import { restoreUser } from './restoreUser.ts'
import { sendMobileCode } from './sendMobileCode.ts'
import { sendResetPasswordEmail } from './sendResetPasswordEmail.ts'
import { sendUsernameEmail } from './sendUsernameEmail.ts'
import { setUserDisabled } from './setUserDisabled.ts'
import { undoEmailChange } from './undoEmailChange.ts'
import { updateAvatar } from './updateAvatar.ts'
import { updateLastLogin } from './updateLastLogin.ts'
import { updatePassword } from './updatePassword.ts'
import { updatePersonalInfo } from './updatePersonalInfo.ts'
import { updateUser } from './updateUser.ts'
import { updateUserConfig } from './updateUserConfig.ts'
import { updateUserRole } from './updateUserRole.ts'
import { updateUserTag } from './updateUserTag.ts'
import { verifyMobile } from './verifyMobile.ts'

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
