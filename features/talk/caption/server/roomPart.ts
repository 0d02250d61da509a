import type { ServerPart } from '#features/room/room/server/parts.ts'
import { withoutCaption } from '#features/talk/caption/apply.ts'

export const captionServerPart = {
  retells: ({ type }) => (type === 'pitchReopened' ? withoutCaption : undefined),
  // only the pitch's managers read its captions while it is not live
  withholds: withoutCaption,
} satisfies ServerPart
