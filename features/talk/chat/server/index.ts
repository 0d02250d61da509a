import type { Handlers } from '#contract/call.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { addChatGroup } from './addChatGroup.ts'
import { deleteChatGroup } from './deleteChatGroup.ts'
import { deleteMessage } from './deleteMessage.ts'
import { editMessage } from './editMessage.ts'
import { getChatGroup } from './getChatGroup.ts'
import { getChatGroupList } from './getChatGroupList.ts'
import { getChatHistory } from './getChatHistory.ts'
import { getMessageReactions } from './getMessageReactions.ts'
import { getOwnReactions } from './getOwnReactions.ts'
import { reactToMessage } from './reactToMessage.ts'
import { readChatGroup } from './readChatGroup.ts'
import { sendMessage } from './sendMessage.ts'
import { sgUpdatePitchPrivateGroup } from './sgUpdatePitchPrivateGroup.ts'
import { updateChatGroup } from './updateChatGroup.ts'
import { updatePitchMuteChat } from './updatePitchMuteChat.ts'
import { updatePitchSlowMode } from './updatePitchSlowMode.ts'

/** The handlers of this feature's calls. */
export const chatHandlers = {
  sendMessage,
  editMessage,
  deleteMessage,
  reactToMessage,
  getMessageReactions,
  getOwnReactions,
  getChatHistory,
  addChatGroup,
  getChatGroupList,
  updateChatGroup,
  getChatGroup,
  deleteChatGroup,
  readChatGroup,
  sgUpdatePitchPrivateGroup,
  updatePitchMuteChat,
  updatePitchSlowMode,
} satisfies Handlers<typeof chatCalls, Context, Actor>
