import type { ServerPart } from '#features/room/room/server/parts.ts'
import { withoutCaption } from '#features/talk/caption/apply.ts'

export const captionServerPart = {
  retells: ({ type }) => (type === 'pitchReopened' ? withoutCaption : undefined),
  // what was said in a pitch that is not live is for those who manage it
  withholds: withoutCaption,
} satisfies ServerPart
