import { paths } from '#app/contract/paths.ts'
import { startClient } from '#web/client/ways.ts'

// as app/web/early.ts does before anything else of the app runs
startClient(paths)
