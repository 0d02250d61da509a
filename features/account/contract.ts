import { manyUsersCalls } from './manyUsersCalls.ts'
import { peopleCalls } from './peopleCalls.ts'
import { profileCalls } from './profileCalls.ts'
import { recoveryCalls } from './recoveryCalls.ts'
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
