import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import { CaptionLine } from '#features/talk/caption/web/CaptionLine.tsx'
import { ReactionsShown } from './ReactionsShown.tsx'

export { PointerLayer } from './PointerLayer.tsx'

/** What is of the moment, over the stage. It comes beside the slide, never before it. */
export function MomentLayers({ connection }: { connection: RoomConnection }) {
  return (
    <>
      <CaptionLine connection={connection} />
      <ReactionsShown connection={connection} />
    </>
  )
}
