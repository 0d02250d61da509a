import { profileCalls } from './profileCalls.ts'
import { recoveryCalls } from './recoveryCalls.ts'
import { userCalls } from './userCalls.ts'

export type { User } from './userCalls.ts'

export const accountCalls = {
  ...userCalls,
  ...recoveryCalls,
  ...profileCalls,
}
