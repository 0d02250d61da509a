import type { ServerPart } from '#features/room/room/server/parts.ts'

export const feedbackServerPart = { signed: ['feedbackGiven'] } satisfies ServerPart
