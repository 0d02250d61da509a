import type { Handlers } from '#contract/call.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { deleteAvatar, updateAvatar } from './avatar.ts'
import { cancelEmailChange, changeEmail, confirmEmail, resendEmail, sendConfirmationEmail } from './emailChange.ts'
import { sendMobileCode, verifyMobile } from './mobile.ts'
import { getPersonalInfo } from './personalInfo.ts'
import { checkUndoEmailLink, undoEmailChange } from './undoEmailChange.ts'
import { updatePassword } from './updatePassword.ts'
import { updatePersonalInfo } from './updatePersonalInfo.ts'
import { getUserConfig, updateUserConfig } from './userConfig.ts'
import { changeUsername, checkUsername } from './username.ts'

/** The handlers of this word's calls. */
export const profileHandlers = {
  getPersonalInfo,
  updatePersonalInfo,
  sendMobileCode,
  verifyMobile,
  updateAvatar,
  deleteAvatar,
  checkUsername,
  changeUsername,
  changeEmail,
  confirmEmail,
  resendEmail,
  sendConfirmationEmail,
  cancelEmailChange,
  checkUndoEmailLink,
  undoEmailChange,
  getUserConfig,
  updateUserConfig,
  updatePassword,
} satisfies Handlers<typeof profileCalls, Context, Actor>
