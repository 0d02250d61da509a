import { isRehearsal } from '#features/core/part/server/access.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { addChatGroup } from './addChatGroup.ts'
import { deleteChatGroup } from './deleteChatGroup.ts'
import { deleteMessage } from './deleteMessage.ts'
import { editMessage } from './editMessage.ts'
import { getChatGroup } from './getChatGroup.ts'
import { getChatGroupList } from './getChatGroupList.ts'
import { getChatHistory } from './getChatHistory.ts'
import { getMessageReactions } from './getMessageReactions.ts'
import { getOwnReactions } from './getOwnReactions.ts'
import { postSystemMessage } from './postSystemMessage.ts'
import { pitchesNaming } from './queries.ts'
import { reactToMessage } from './reactToMessage.ts'
import { readChatGroup } from './readChatGroup.ts'
import { renameMessages } from './renameMessages.ts'
import { sendMessage } from './sendMessage.ts'
import { sgUpdatePitchPrivateGroup } from './sgUpdatePitchPrivateGroup.ts'
import { renameStoredMessages } from './storedMessages.ts'
import { updateChatGroup } from './updateChatGroup.ts'
import { updatePitchMuteChat } from './updatePitchMuteChat.ts'
import { updatePitchSlowMode } from './updatePitchSlowMode.ts'

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
