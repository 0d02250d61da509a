import { manyUsersCalls } from './manyUsersCalls.ts'
import { peopleCalls } from './peopleCalls.ts'
import { protectionCalls } from './protectionCalls.ts'
import { userCalls } from './userCalls.ts'
import { userTagCalls } from './userTagCalls.ts'

export type { UserTask } from './manyUsersCalls.ts'
export type { Tag, User, UserDetail } from './userCalls.ts'

export const usersCalls = {
  ...userCalls,
  ...manyUsersCalls,
  ...userTagCalls,
  ...peopleCalls,
  ...protectionCalls,
}
