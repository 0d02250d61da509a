import type { accountCalls } from '#features/account/contract.ts'
import type { Handler } from '#server/context.ts'
import { freeUsername } from './activation.ts'

/** CALL-098 */
export const generateUsername: Handler<typeof accountCalls.generateUsername> = async ({ db, input }) => ({
  username: await freeUsername(db, input.email),
})
