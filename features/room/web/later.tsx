import { laterPart } from '#web/ui/laterPart.tsx'
import { Opening } from './Opening.tsx'
import { dialogFailed, pageFailed, panelFailed } from './pieces/PartFailed.tsx'

// What the room shows when somebody asks for it, or when there is something to show: its code comes after the slide. What
// does not come takes nothing of the room with it; what somebody asked for says so in its place.

const page = { waits: <Opening />, failed: pageFailed }

export const SidePanel = laterPart(async () => (await import('./SidePanel.tsx')).SidePanel, {
  // an open poll stays in its place meanwhile
  waits: ({ panel, poll }) => (
    <section className="panel" aria-busy>
      {panel !== 'polls' && poll}
    </section>
  ),
  failed: panelFailed,
})
export const OverPage = laterPart(async () => (await import('./OverPage.tsx')).OverPage, page)
export const NotesScreen = laterPart(async () => (await import('./slides/NotesScreen.tsx')).NotesScreen, page)
export const EndDialog = laterPart(async () => (await import('./EndDialog.tsx')).EndDialog, { failed: dialogFailed })
export const SettingsDialog = laterPart(async () => (await import('./SettingsDialog.tsx')).SettingsDialog, {
  failed: dialogFailed,
})
export const SpokenChat = laterPart(async () => (await import('#features/chat/web/SpokenChat.tsx')).SpokenChat)
export const Filmstrip = laterPart(async () => (await import('./slides/onStage.ts')).Filmstrip, {
  waits: <nav className="filmstrip" aria-busy />,
})
export const NextSlide = laterPart(async () => (await import('./slides/onStage.ts')).NextSlide)
export const LookBackBar = laterPart(async () => (await import('./slides/LookBackBar.tsx')).LookBackBar)
export const StageInvitation = laterPart(
  async () => (await import('#features/stage/web/StageInvitation.tsx')).StageInvitation,
)
export const NowAnswering = laterPart(
  async () => (await import('#features/question/web/NowAnswering.tsx')).NowAnswering,
)
export const VideoWords = laterPart(async () => (await import('#features/video/web/devices/VideoWords.tsx')).VideoWords)
export const Rehearsed = laterPart(async () => (await import('#features/rehearsal/web/Rehearsed.tsx')).Rehearsed, page)
export const RehearsalOver = laterPart(
  async () => (await import('#features/rehearsal/web/RehearsalOver.tsx')).RehearsalOver,
  page,
)
export const RehearseDoor = laterPart(
  async () => (await import('#features/rehearsal/web/RehearseDoor.tsx')).RehearseDoor,
)
export const OtherSlides = laterPart(async () => (await import('#features/deck/web/OtherSlides.tsx')).OtherSlides)
export const SmallRoom = laterPart(async () => (await import('#features/stage/web/layout/SmallRoom.tsx')).SmallRoom, {
  failed: dialogFailed,
})
export const PollCard = laterPart(async () => (await import('#features/poll/web/PollCard.tsx')).PollCard)

/** Fetches it all, so that asking for it takes no time. */
export function fetchLater(): void {
  for (const part of [SidePanel, OverPage, EndDialog, SettingsDialog, VideoWords, PollCard, NowAnswering]) part.fetch()
  const more = [
    () => import('#features/question/web/QuestionControl.tsx'),
    () => import('./moment/MomentLayers.tsx'),
    () => import('./moment/Reactions.tsx'),
    () => import('./MoreControl.tsx'),
    () => import('./BarKeys.tsx'),
    () => import('#features/caption/web/CaptionControl.tsx'),
    () => import('#features/stage/web/StageBar.tsx'),
    () => import('#features/stage/web/zoom/ZoomBar.tsx'),
    () => import('#features/stage/web/layout/LayoutControl.tsx'),
  ]
  // what does not come is fetched when it is shown
  for (const load of more) load().catch(() => {})
}
