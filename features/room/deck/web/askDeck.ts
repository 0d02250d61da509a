import { roomClient } from '#features/room/room/web/roomClient.ts'
import { askOnce } from '#web/client/askOnce.ts'

/** The pages of a pitch's deck; the first request is shared with the code that loads a pitch's page early. */
export const askDeck = askOnce(pitch => roomClient(pitch).sgGetPitchPagesData({ pitch_uuid: pitch }))
