import { ReactionsShown } from '#features/room/slides/web/moment/ReactionsShown.tsx'
import { CaptionLine } from '#features/talk/caption/web/CaptionLine.tsx'

/** What is of the moment, over the stage. It comes beside the slide, never before it. */
export const MomentLayers = () => (
  <>
    <CaptionLine />
    <ReactionsShown />
  </>
)
