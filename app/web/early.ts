// A script of its own, which runs before everything else (vite.config.ts).
import './startClient.ts'
import { beginJoin } from '#features/screens/live/web/early.ts'

beginJoin()
