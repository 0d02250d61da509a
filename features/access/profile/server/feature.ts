import { profileCalls } from '#features/access/profile/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as avatar from './avatar.ts'
import * as emailChange from './emailChange.ts'
import { giveName } from './giveName.ts'
import * as mobile from './mobile.ts'
import { getPersonalInfo } from './personalInfo.ts'
import * as undoEmailChange from './undoEmailChange.ts'
import { updateLanguage } from './updateLanguage.ts'
import { updatePassword } from './updatePassword.ts'
import { updatePersonalInfo } from './updatePersonalInfo.ts'
import * as userConfig from './userConfig.ts'
import * as username from './username.ts'

export const profileFeature = {
  handlers: handlersOf(profileCalls, {
    ...avatar,
    ...emailChange,
    ...mobile,
    getPersonalInfo,
    giveName,
    ...undoEmailChange,
    updateLanguage,
    updatePassword,
    updatePersonalInfo,
    ...userConfig,
    ...username,
  }),
} satisfies Feature
