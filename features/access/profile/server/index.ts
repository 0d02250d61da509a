import type { Handlers } from '#contract/call.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { cancelEmailChange } from './cancelEmailChange.ts'
import { changeEmail } from './changeEmail.ts'
import { changeUsername } from './changeUsername.ts'
import { checkUndoEmailLink } from './checkUndoEmailLink.ts'
import { checkUsername } from './checkUsername.ts'
import { confirmEmail } from './confirmEmail.ts'
import { deleteAvatar } from './deleteAvatar.ts'
import { getPersonalInfo } from './getPersonalInfo.ts'
import { getUserConfig } from './getUserConfig.ts'
import { resendEmail } from './resendEmail.ts'
import { sendConfirmationEmail } from './sendConfirmationEmail.ts'
import { sendMobileCode } from './sendMobileCode.ts'
import { undoEmailChange } from './undoEmailChange.ts'
import { updateAvatar } from './updateAvatar.ts'
import { updatePassword } from './updatePassword.ts'
import { updatePersonalInfo } from './updatePersonalInfo.ts'
import { updateUserConfig } from './updateUserConfig.ts'
import { verifyMobile } from './verifyMobile.ts'

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
