import { usersCalls } from '#features/admin/users/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as changeUsers from './changeUsers.ts'
import * as createUser from './createUser.ts'
import { exportUsers } from './exportUsers.ts'
import { generateTemporaryPassword } from './generateTemporaryPassword.ts'
import { getUserDetail } from './getUserDetail.ts'
import * as getUserListForEp from './getUserListForEp.ts'
import { usersJobs } from './jobs.ts'
import * as oneUser from './oneUser.ts'
import * as people from './people.ts'
import * as protection from './protection.ts'
import { serveUserExports } from './routes.ts'
import { updateUser } from './updateUser.ts'
import * as userTags from './userTags.ts'

export const usersFeature = {
  handlers: handlersOf(usersCalls, {
    ...changeUsers,
    ...createUser,
    exportUsers,
    generateTemporaryPassword,
    getUserDetail,
    ...getUserListForEp,
    ...oneUser,
    ...people,
    ...protection,
    updateUser,
    ...userTags,
  }),
  jobs: usersJobs,
  crontab: ['37 4 * * * forgetUserTasks'],
  routes: serveUserExports,
} satisfies Feature
