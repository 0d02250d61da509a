import { isRehearsal } from '#features/core/part/server/access.ts'
import { chatCalls } from '#features/talk/chat/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as groupActs from './groupActs.ts'
import * as historyActs from './historyActs.ts'
import * as messageActs from './messageActs.ts'
import * as moderationActs from './moderationActs.ts'
import { postSystemMessage } from './post.ts'
import { pitchesNaming } from './queries.ts'
import { renameMessages } from './renameMessages.ts'
import { sendMessage } from './sendMessage.ts'
import { renameStoredMessages } from './storedMessages.ts'

export const chatFeature = {
  handlers: handlersOf(chatCalls, { ...groupActs, ...historyActs, ...messageActs, ...moderationActs, sendMessage }),
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
