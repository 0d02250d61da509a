import { usernameFrom, usernamesAfter } from '#features/core/account/rules.ts'
import { type AccountRow, type Db, usernamesLike } from '#features/core/account/server/queries.ts'

const SUGGESTED = 3

/** [RULE-018 to RULE-023] A few user names that keep the rules and that nobody has: like the wanted one, then like the person. */
export async function freeNamesLike(db: Db, wanted: string, person: AccountRow): Promise<string[]> {
  const { firstname, lastname } = person
  const starts = [wanted, `${firstname}${lastname}`, `${lastname}${firstname}`].map(usernameFrom)
  const found = new Set<string>()
  for (const start of new Set(starts)) {
    const taken = await usernamesLike(db, start)
    for (const name of usernamesAfter(start)) {
      if (taken.has(name.toLowerCase())) continue
      found.add(name)
      break
    }
  }
  return [...found].slice(0, SUGGESTED)
}
