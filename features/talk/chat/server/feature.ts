import { isRehearsal } from '#features/core/part/server/access.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import {
  addChatGroup,
  deleteChatGroup,
  getChatGroup,
  getChatGroupList,
  readChatGroup,
  sgUpdatePitchPrivateGroup,
  updateChatGroup,
} from './groupActs.ts'
import { getChatHistory, getMessageReactions, getOwnReactions } from './historyActs.ts'
import { deleteMessage, editMessage, reactToMessage } from './messageActs.ts'
import { updatePitchMuteChat, updatePitchSlowMode } from './moderationActs.ts'
import { postSystemMessage } from './post.ts'
import { pitchesNaming } from './queries.ts'
import { renameMessages } from './renameMessages.ts'
import { sendMessage } from './sendMessage.ts'
import { renameStoredMessages } from './storedMessages.ts'

export const chatFeature = {
  handlers: {
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
  } satisfies Handlers<typeof chatCalls>,
  hears: {
    roomStarted: (context, pitch) => postSystemMessage(context, pitch, 'pitchStarted'),
    roomEnds: async (context, pitch) => {
      if (!isRehearsal(pitch)) await postSystemMessage(context, pitch, 'pitchEnded')
    },
    namesTaken: async ({ db }, { pitchId, nameless }) => {
      const mentions = await renameMessages(db, pitchId, nameless)
      return renameStoredMessages(db, pitchId, nameless, mentions)
    },
    roomsNaming: ({ db }, accountId) => pitchesNaming(db, accountId),
  },
} satisfies Feature
