import { paths } from '#app/contract/paths.ts'
import { beginJoin } from '#features/screens/live/web/early.ts'
import { startClient } from '#web/client/ways.ts'

// A script of its own, which runs first (vite.config.ts).
startClient(paths)
beginJoin()
