import { CaptionLine } from '#features/caption/web/CaptionLine.tsx'
import type { RoomConnection } from '../roomConnection.ts'
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
