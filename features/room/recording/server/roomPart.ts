import type { ServerPart } from '#features/room/room/server/parts.ts'
import { consentOf } from './consentQueries.ts'

export const recordingServerPart = {
  silences: async (db, pitchId, room, account) => room.recorded && (await consentOf(db, pitchId, account)) !== true,
} satisfies ServerPart
