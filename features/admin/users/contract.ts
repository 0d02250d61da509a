import { profileCalls } from '#features/access/profile/profileCalls.ts'
import { recoveryCalls } from '#features/access/recovery/recoveryCalls.ts'
import { manyUsersCalls } from './manyUsersCalls.ts'
import { peopleCalls } from './peopleCalls.ts'
import { userCalls } from './userCalls.ts'
import { userTagCalls } from './userTagCalls.ts'

export type { UserTask } from './manyUsersCalls.ts'
export type { Tag, User, UserDetail } from './userCalls.ts'

export const accountCalls = {
  ...userCalls,
  ...manyUsersCalls,
  ...userTagCalls,
  ...recoveryCalls,
  ...profileCalls,
  ...peopleCalls,
}
