import type { ServerPart } from '#features/room/room/server/parts.ts'

export const stageServerPart = {
  grants: ({ status, stage }, account) =>
    status === 2 ? stage.granted.find(grant => grant.account === account) : undefined,
} satisfies ServerPart
