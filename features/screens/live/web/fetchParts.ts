import {
  Announcements,
  LeftPage,
  MomentLayers,
  NowAnswering,
  OverPage,
  PointerLayer,
  PollCard,
  RoomDialogs,
  SidePanel,
  StageBanner,
  VideoWords,
  ZoomBar,
} from './lazyParts.tsx'

/** Loads all parts of the room that are not loaded yet. */
export function fetchParts(): void {
  for (const part of [
    PointerLayer,
    ZoomBar,
    MomentLayers,
    StageBanner,
    Announcements,
    SidePanel,
    LeftPage,
    OverPage,
    RoomDialogs,
    VideoWords,
    PollCard,
    NowAnswering,
  ])
    part.fetch()
  const more = [
    () => import('./EndDialog.tsx'),
    () => import('./SettingsDialog.tsx'),
    () => import('#features/talk/question/web/QuestionControl.tsx'),
    () => import('./Reactions.tsx'),
    () => import('#features/room/video/web/StageControls.tsx'),
    () => import('./MoreControl.tsx'),
    () => import('./BarKeys.tsx'),
    () => import('#features/talk/caption/web/CaptionControl.tsx'),
    () => import('#features/room/stage/web/StageBar.tsx'),
    () => import('#features/screens/live/web/layout/LayoutControl.tsx'),
  ]
  // a part that fails to load is loaded again when it is shown
  for (const load of more) load().catch(() => {})
}
