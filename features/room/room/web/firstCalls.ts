import { askOnce } from '#web/client/askOnce.ts'
import { roomClient } from './roomClient.ts'

/** What every page of a pitch asks for first. */
export const askInfo = askOnce(pitch => roomClient(pitch).getJoinInfo({ uuid: pitch }))
export const askMe = askOnce(pitch => roomClient(pitch).getUserInfoByToken({}))
