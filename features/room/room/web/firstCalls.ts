import { askOnce } from '#web/client/askOnce.ts'
import { roomClient } from './roomClient.ts'

/** What every page of a pitch asks for first. */
export const askInfo = askOnce(pitch => roomClient(pitch).getJoinInfo({ uuid: pitch }))
export const askMe = askOnce(pitch => roomClient(pitch).getUserInfoByToken({}))
/** How the pitch stands, and which page is in view. */
export const askStatus = askOnce(pitch => roomClient(pitch).getPitchStatus({ uuid: pitch }))
