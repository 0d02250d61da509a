import { roomClient } from '#features/room/room/web/roomClient.ts'
import { askOnce } from '#web/client/askOnce.ts'

/** One of the first calls of every page of a pitch: its status, and the page in view. */
export const askStatus = askOnce(pitch => roomClient(pitch).getPitchStatus({ uuid: pitch }))
