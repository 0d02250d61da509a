import { roomClient } from '#features/room/room/web/roomClient.ts'
import { askOnce } from '#web/client/askOnce.ts'

/** The pages of a pitch's deck, asked for with what every page of a pitch asks for first. */
export const askDeck = askOnce(pitch => roomClient(pitch).sgGetPitchPagesData({ pitch_uuid: pitch }))
