import type { Nameless } from '#features/core/account/server/nameless.ts'
import { renameEvents } from '#features/room/room/server/storedEvents.ts'
import { renameSpeakers } from '#features/talk/caption/server/queries.ts'
import { renameMessages } from '#features/talk/chat/server/renameMessages.ts'
import { renameQuestions } from '#features/talk/question/server/renameQuestions.ts'
import type { Transaction } from '#server/db/database.ts'

/**
 * Takes people's names out of everything that a pitch's room has written down, for good; their ids stay. The caller holds
 * the room.
 */
export async function takeNames(db: Transaction, pitchId: number, nameless: Nameless): Promise<void> {
  const mentions = await renameMessages(db, pitchId, nameless)
  await renameQuestions(db, pitchId, nameless, mentions)
  await renameSpeakers(db, pitchId, nameless)
  await renameEvents(db, pitchId, nameless, mentions)
}
