import type { profileCalls } from '#features/access/profile/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { deleteAvatar, updateAvatar } from './avatar.ts'
import { cancelEmailChange, changeEmail, confirmEmail, resendEmail, sendConfirmationEmail } from './emailChange.ts'
import { sendMobileCode, verifyMobile } from './mobile.ts'
import { getPersonalInfo } from './personalInfo.ts'
import { checkUndoEmailLink, undoEmailChange } from './undoEmailChange.ts'
import { updatePassword } from './updatePassword.ts'
import { updatePersonalInfo } from './updatePersonalInfo.ts'
import { getUserConfig, updateUserConfig } from './userConfig.ts'
import { changeUsername, checkUsername } from './username.ts'

export const profileFeature = {
  handlers: {
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
  } satisfies Handlers<typeof profileCalls>,
} satisfies Feature
