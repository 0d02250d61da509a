import { lazy } from 'react'

// What the room shows when somebody asks for it: its code comes after the slide.

const loadSidePanel = async () => ({ default: (await import('./SidePanel.tsx')).SidePanel })
const loadEndDialog = async () => ({ default: (await import('./EndDialog.tsx')).EndDialog })
const loadSettingsDialog = async () => ({ default: (await import('./SettingsDialog.tsx')).SettingsDialog })
const loadOverPage = async () => ({ default: (await import('./OverPage.tsx')).OverPage })
const loadLookBackBar = async () => ({ default: (await import('./slides/LookBackBar.tsx')).LookBackBar })

export const SidePanel = lazy(loadSidePanel)
export const OverPage = lazy(loadOverPage)
export const EndDialog = lazy(loadEndDialog)
export const SettingsDialog = lazy(loadSettingsDialog)
export const SpokenChat = lazy(async () => ({
  default: (await import('#features/chat/web/SpokenChat.tsx')).SpokenChat,
}))
export const NextSlide = lazy(async () => ({ default: (await import('./slides/onStage.ts')).NextSlide }))
export const LookBackBar = lazy(loadLookBackBar)
const loadStageInvitation = async () => ({
  default: (await import('#features/stage/web/StageInvitation.tsx')).StageInvitation,
})
export const StageInvitation = lazy(loadStageInvitation)
const loadNowAnswering = async () => ({
  default: (await import('#features/question/web/NowAnswering.tsx')).NowAnswering,
})
export const NowAnswering = lazy(loadNowAnswering)
const loadVideoWords = async () => ({
  default: (await import('#features/video/web/devices/VideoWords.tsx')).VideoWords,
})
export const VideoWords = lazy(loadVideoWords)

export const Rehearsed = lazy(async () => ({
  default: (await import('#features/rehearsal/web/Rehearsed.tsx')).Rehearsed,
}))
export const RehearsalOver = lazy(async () => ({
  default: (await import('#features/rehearsal/web/RehearsalOver.tsx')).RehearsalOver,
}))
export const RehearseDoor = lazy(async () => ({
  default: (await import('#features/rehearsal/web/RehearseDoor.tsx')).RehearseDoor,
}))
export const OtherSlides = lazy(async () => ({
  default: (await import('#features/deck/web/OtherSlides.tsx')).OtherSlides,
}))

export const SmallRoom = lazy(async () => ({
  default: (await import('#features/stage/web/layout/SmallRoom.tsx')).SmallRoom,
}))

const loadPollCard = async () => ({ default: (await import('#features/poll/web/PollCard.tsx')).PollCard })
export const PollCard = lazy(loadPollCard)

/** Fetches it all, so that asking for it takes no time. What does not come is fetched when it is asked for. */
export function fetchLater(): void {
  const parts = [
    ...[loadSidePanel, loadOverPage, loadEndDialog, loadSettingsDialog, loadVideoWords, loadPollCard],
    loadNowAnswering,
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
  for (const load of parts) load().catch(() => {})
}
