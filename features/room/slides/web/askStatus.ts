import { roomClient } from '#features/room/room/web/roomClient.ts'
import { askOnce } from '#web/client/askOnce.ts'

/** What every page of a pitch asks for first as well: its status, and which page is in view. */
export const askStatus = askOnce(pitch => roomClient(pitch).getPitchStatus({ uuid: pitch }))
