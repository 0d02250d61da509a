import { isRehearsal } from '#features/core/part/server/access.ts'
import type { Hearer } from '#server/occasions.ts'
import { postSystemMessage } from './postSystemMessage.ts'
import { pitchesNaming } from './queries.ts'
import { renameMessages } from './renameMessages.ts'
import { renameStoredMessages } from './storedMessages.ts'

export const chatHearer = {
  roomStarted: (context, pitch) => postSystemMessage(context, pitch, 'pitchStarted'),
  roomEnds: async (context, pitch) => {
    if (!isRehearsal(pitch)) await postSystemMessage(context, pitch, 'pitchEnded')
  },
  namesTaken: async ({ db }, { pitchId, nameless }) => {
    const mentions = await renameMessages(db, pitchId, nameless)
    return renameStoredMessages(db, pitchId, nameless, mentions)
  },
  roomsNaming: ({ db }, accountId) => pitchesNaming(db, accountId),
} satisfies Hearer
