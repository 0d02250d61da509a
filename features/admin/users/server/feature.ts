import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { changeUsers, getUserTask, previewUsersAct } from './changeUsers.ts'
import { createUser, generateUsername } from './createUser.ts'
import { exportUsers } from './exportUsers.ts'
import { generateTemporaryPassword } from './generateTemporaryPassword.ts'
import { getUserDetail } from './getUserDetail.ts'
import { getUserListForEp, getUserOrganisationList } from './getUserListForEp.ts'
import { usersJobs } from './jobs.ts'
import {
  activateAccountByAdmin,
  deleteUser,
  deleteUserAvatar,
  endUserSessions,
  resendActivation,
  restoreUser,
  setUserDisabled,
  updateUserRole,
} from './oneUser.ts'
import { getPeopleList, getPersonInfo, getPersonInfoById, getUserInfoById } from './people.ts'
import {
  clearFactorsByAdmin,
  clearSecurityQuestions,
  getFactorsByAdmin,
  sendCodeByAdmin,
  validateCodeByAdmin,
} from './protection.ts'
import { serveUserExports } from './routes.ts'
import { updateUser } from './updateUser.ts'
import { createUserTag, deleteUserTag, getUserTagList, updateUserTag } from './userTags.ts'

export const usersFeature = {
  handlers: {
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
  } satisfies Handlers<typeof usersCalls>,
  jobs: usersJobs,
  crontab: ['37 4 * * * forgetUserTasks'],
  routes: serveUserExports,
} satisfies Feature
