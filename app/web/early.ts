// A script of its own, which runs before everything else (vite.config.ts).
import './startClient.ts'
import { beginReplay } from '#features/results/replay/web/askReplay.ts'
import { beginJoin } from '#features/screens/live/web/early.ts'

beginJoin()
// its page comes beside the common parts
if (beginReplay(location)) import('./ReplayDoor.tsx').catch(() => {})
// the map of the other pages comes beside the entry, which waits for it
if (!/^\/(join-session|live|share-screen|preGuide|preVideo)\b/.test(location.pathname))
  import('./consolePages.tsx').catch(() => {})
