import type { ServerPart } from '#features/room/room/server/parts.ts'
import { videoEnder } from './endVideo.ts'

export const videoServerPart = { ends: videoEnder } satisfies ServerPart
