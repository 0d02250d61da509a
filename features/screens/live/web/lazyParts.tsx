import { PanelFrame } from '#features/room/room/web/PanelFrame.tsx'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { dialogFailed, PartFailed, pageFailed } from '#web/light/PartFailed.tsx'
import { Opening } from './Opening.tsx'

// The parts of the room that load after the slide; those of the door alone stand where they are used. A part that fails to load breaks nothing else, and one that the
// reader has opened says so in its place.

const page = { waits: <Opening />, failed: pageFailed }

export const SidePanel = lazyPart(async () => (await import('./SidePanel.tsx')).SidePanel, {
  // the panel's head and an open poll stand in its place meanwhile
  waits: ({ panel, poll, onClose }) => (
    <PanelFrame {...{ panel, onClose }} busy>
      {panel !== 'polls' && poll}
    </PanelFrame>
  ),
  failed: (again, { panel, onClose }) => (
    <PanelFrame {...{ panel, onClose }}>
      <PartFailed again={again} />
    </PanelFrame>
  ),
})
export const RoomHead = lazyPart(async () => (await import('./RoomHead.tsx')).RoomHead)
export const LinkPage = lazyPart(async () => (await import('./LinkPage.tsx')).LinkPage, { failed: pageFailed })
export const LeftPage = lazyPart(async () => (await import('./LeftPage.tsx')).LeftPage, page)
export const OverPage = lazyPart(async () => (await import('./OverPage.tsx')).OverPage, page)
export const NotesScreen = lazyPart(async () => (await import('./NotesScreen.tsx')).NotesScreen, page)
export const RoomDialogs = lazyPart(async () => (await import('./RoomDialogs.tsx')).RoomDialogs, {
  failed: (again, { dialog, onClose }) => dialog && dialogFailed(again, { onClose }),
})
export const PointerLayer = lazyPart(
  async () => (await import('#features/room/slides/web/moment/PointerLayer.tsx')).PointerLayer,
)
export const ZoomBar = lazyPart(async () => (await import('#features/room/slides/web/zoom/ZoomBar.tsx')).ZoomBar)
export const MomentLayers = lazyPart(async () => (await import('./MomentLayers.tsx')).MomentLayers)
export const StageBanner = lazyPart(async () => (await import('./StageBanner.tsx')).StageBanner)
export const Announcements = lazyPart(async () => (await import('./Announcements.tsx')).Announcements)
export const Filmstrip = lazyPart(async () => (await import('#features/room/slides/web/onStage.tsx')).Filmstrip, {
  waits: <nav className="filmstrip" aria-busy />,
})
export const NextSlide = lazyPart(async () => (await import('#features/room/slides/web/onStage.tsx')).NextSlide)
export const LookBackBar = lazyPart(async () => (await import('#features/room/slides/web/LookBackBar.tsx')).LookBackBar)
export const NowAnswering = lazyPart(
  async () => (await import('#features/talk/question/web/NowAnswering.tsx')).NowAnswering,
)
export const VideoWords = lazyPart(
  async () => (await import('#features/room/video/web/devices/VideoWords.tsx')).VideoWords,
)
export const Rehearsed = lazyPart(
  async () => (await import('#features/planning/rehearsal/web/Rehearsed.tsx')).Rehearsed,
  page,
)
export const RehearsalOver = lazyPart(
  async () => (await import('#features/planning/rehearsal/web/RehearsalOver.tsx')).RehearsalOver,
  page,
)
export const OtherSlides = lazyPart(
  async () => (await import('#features/screens/live/web/OtherSlides.tsx')).OtherSlides,
)
export const PollCard = lazyPart(async () => (await import('#features/talk/poll/web/PollCard.tsx')).PollCard)

/** Loads all parts, so that they open at once. Their list is loaded after the slide as well. */
export function fetchLazyParts(): void {
  import('./fetchParts.ts').then(
    ({ fetchParts }) => fetchParts(),
    () => {},
  )
}
