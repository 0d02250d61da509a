import type { stageCalls } from '#features/stage/contract.ts'
import type { Handler } from '#server/context.ts'
import { leaveRoom } from './leaveRoom.ts'

/** CALL-068 */
export const exitUser: Handler<typeof stageCalls.exitUser> = leaveRoom
