import type { Handlers } from '#contract/call.ts'
import type { chatCalls } from '#features/chat/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getChatHistory } from './getChatHistory.ts'
import { sendMessage } from './sendMessage.ts'
import { updatePitchMuteChat } from './updatePitchMuteChat.ts'

/** The handlers of this feature's calls. */
export const chatHandlers = { sendMessage, getChatHistory, updatePitchMuteChat } satisfies Handlers<
  typeof chatCalls,
  Context,
  Actor
>
