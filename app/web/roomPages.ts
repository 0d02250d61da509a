import { replayBegun } from '#features/results/replay/web/askReplay.ts'
import { fetchTexts } from '#web/i18n/i18n.ts'
import type { Load } from './page.tsx'

/** The pages of the live room, and its replay. They carry no Mantine at first, and the entry knows them alone, so that the first slide is there at once. */
export const roomPages: Readonly<Record<string, Load>> = {
  '/join-session/:pitchUUID': async () => {
    const [{ JoinPage }] = await Promise.all([import('#features/screens/live/web/JoinPage.tsx'), fetchTexts('room')])
    return JoinPage
  },
  '/join-session-wait': async () => (await import('#features/screens/live/web/WaitPage.tsx')).WaitPage,
  '/live/:pitchUUID': async () => (await import('#features/screens/live/web/LiveRoom.tsx')).LiveRoom,
  '/live/:pitchUUID/replay': async () => {
    const needed = [fetchTexts('replay', 'room', 'site'), replayBegun()]
    const [{ ReplayDoor }] = await Promise.all([import('./ReplayDoor.tsx'), ...needed])
    return ReplayDoor
  },
  '/share-screen/:pitchUUID': async () =>
    (await import('#features/screens/live/web/ShareScreenPage.tsx')).ShareScreenPage,
  '/preGuide': async () => (await import('./shell/GuidePage.tsx')).GuidePage,
  '/preVideo': async () => (await import('#features/screens/live/web/PreVideo.tsx')).PreVideo,
}
