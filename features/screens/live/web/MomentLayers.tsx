import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import { ReactionsShown } from '#features/room/slides/web/moment/ReactionsShown.tsx'
import { CaptionLine } from '#features/talk/caption/web/CaptionLine.tsx'

/** What is of the moment, over the stage. It comes beside the slide, never before it. */
export function MomentLayers({ connection }: { connection: RoomConnection }) {
  return (
    <>
      <CaptionLine connection={connection} />
      <ReactionsShown connection={connection} />
    </>
  )
}
