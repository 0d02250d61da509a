import { freeUsername } from '#features/access/recovery/server/activation.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'

/** CALL-098 */
export const generateUsername: Handler<typeof usersCalls.generateUsername> = async ({ db, input }) => ({
  username: await freeUsername(db, input.email),
})
