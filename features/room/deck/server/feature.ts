import { deckCalls } from '#features/room/deck/contract.ts'
import type { Transaction } from '#server/db/database.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as deckReads from './deckReads.ts'
import * as fileActs from './fileActs.ts'
import { getPitchFileLocation } from './getPitchFileLocation.ts'
import { deckJobs } from './jobs.ts'
import { filesOf } from './queries.ts'
import { announceDeck } from './roomDeck.ts'
import { serveDecks } from './routes.ts'

export const deckFeature = {
  handlers: handlersOf(deckCalls, { ...deckReads, ...fileActs, getPitchFileLocation }),
  jobs: deckJobs,
  crontab: ['37 * * * * cleanDecks'],
  hears: {
    roomStarts: async (context, { id, noFile }) => {
      if (noFile) return
      if (!(await firstPageIsReady(context.db, id))) return context.fail('PitchNotReady')
      await announceDeck(context, id)
    },
  },
  routes: serveDecks,
} satisfies Feature

/** The other pages may become ready while the first is shown. Skips files that could not be converted. */
async function firstPageIsReady(db: Transaction, pitchId: number): Promise<boolean> {
  const [first] = (await filesOf(db, pitchId)).filter(file => file.status !== 'failed')
  return first !== undefined && first.pagesReady > 0
}
