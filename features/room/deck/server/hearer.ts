import type { Transaction } from '#server/db/database.ts'
import type { Hearer } from '#server/occasions.ts'
import { filesOf } from './queries.ts'
import { announceDeck } from './roomDeck.ts'

export const deckHearer = {
  roomStarts: async (context, { id, noFile }) => {
    if (noFile) return
    if (!(await firstPageIsReady(context.db, id))) return context.fail('PitchNotReady')
    await announceDeck(context, id)
  },
} satisfies Hearer

/** The rest may follow while the first page is shown. A file that could not be converted is left out. */
async function firstPageIsReady(db: Transaction, pitchId: number): Promise<boolean> {
  const [first] = (await filesOf(db, pitchId)).filter(file => file.status !== 'failed')
  return first !== undefined && first.pagesReady > 0
}
