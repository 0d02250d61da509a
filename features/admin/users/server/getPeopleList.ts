import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { listKnown } from './peopleQueries.ts'
import { personCard } from './personCards.ts'

/** [CALL-077] */
export const getPeopleList: Handler<typeof usersCalls.getPeopleList> = async ({ db, actor, input }) => {
  const { items, total } = await listKnown(db, actor, input)
  return { items: items.map(person => personCard(actor, person)), total }
}
