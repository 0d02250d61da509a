import { ReactionsShown } from '#features/room/slides/web/moment/ReactionsShown.tsx'
import { CaptionLine } from '#features/talk/caption/web/CaptionLine.tsx'
import { OwnName } from './OwnName.tsx'

/** Watermark, captions and reactions over the stage. They load after the slide. */
export const MomentLayers = () => (
  <>
    <OwnName />
    <CaptionLine />
    <ReactionsShown />
  </>
)
