import type { Handlers } from '#contract/call.ts'
import type { videoCalls } from '#features/room/video/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getAgoraToken } from './getAgoraToken.ts'
import { getVideoTest } from './getVideoTest.ts'

/** The handlers of this feature's calls. */
export const videoHandlers = { getAgoraToken, getVideoTest } satisfies Handlers<typeof videoCalls, Context, Actor>
