import type { roomCalls } from '#features/room/room/contract.ts'
import type { Handler } from '#server/context.ts'
import { turnRoomPage } from './turnRoomPage.ts'

/** CALL-052 */
export const sgUpdatePitchPages: Handler<typeof roomCalls.sgUpdatePitchPages> = turnRoomPage
