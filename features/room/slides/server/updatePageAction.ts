import type { roomCalls } from '#features/room/room/contract.ts'
import type { Handler } from '#server/context.ts'
import { turnRoomPage } from './turnRoomPage.ts'

/** CALL-067 */
export const updatePageAction: Handler<typeof roomCalls.updatePageAction> = turnRoomPage
