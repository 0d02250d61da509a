import type { ServerPart } from '#features/room/room/server/parts.ts'

export const commitmentServerPart = { signed: ['commitmentMade'] } satisfies ServerPart
