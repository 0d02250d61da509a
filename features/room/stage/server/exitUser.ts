import { mayAttempt } from '#features/room/room/server/pace.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import { paced } from '#server/pace.ts'
import { leaveRoom } from './leaveRoom.ts'

/** CALL-068 */
export const exitUser = paced<typeof stageCalls.exitUser>(mayAttempt, leaveRoom)
