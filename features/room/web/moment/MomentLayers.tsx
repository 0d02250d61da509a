import { CaptionLine } from '#features/caption/web/CaptionLine.tsx'
import type { DeckPage } from '#features/deck/contract.ts'
import type { RoomConnection } from '../roomConnection.ts'
import { PointerLayer } from './PointerLayer.tsx'
import { ReactionsShown } from './ReactionsShown.tsx'

interface Props {
  connection: RoomConnection
  /** The page in the large frame; none while a screen is there. */
  page: DeckPage | undefined
  points: boolean
}

/** What is of the moment, over the stage. It comes beside the slide, never before it. */
export function MomentLayers({ connection, page, points }: Props) {
  return (
    <>
      {page && (
        <PointerLayer connection={connection} page={page.page} shape={page.width / page.height} points={points} />
      )}
      <CaptionLine connection={connection} />
      <ReactionsShown connection={connection} />
    </>
  )
}
