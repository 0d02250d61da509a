import { prove } from '#features/access/factor/server/proof.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { brokenUsernameRules, usernameFrom, usernamesAfter } from '#features/core/account/rules.ts'
import { lockOwn, writeUnique } from '#features/core/account/server/profileQueries.ts'
import {
  type AccountRow,
  type Db,
  findAccount,
  findAccountByUsername,
  usernamesLike,
} from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type Handler, prepares } from '#server/context.ts'
import { personalInfo } from './personalInfo.ts'

export const checkUsername: Handler<typeof profileCalls.checkUsername> = async ({ db, actor, input }) => {
  const { username } = input
  const person = await findAccount(db, actor.accountId)
  if (username === person.username) return { state: 'own', suggestions: [] }
  if (brokenUsernameRules(username).length > 0)
    return { state: 'notAllowed', suggestions: await freeNamesLike(db, username, person) }
  const holder = await findAccountByUsername(db, username)
  if (!holder || holder.id === person.id) return { state: 'free', suggestions: [] }
  return { state: 'taken', suggestions: await freeNamesLike(db, username, person) }
}

const change: Handler<typeof profileCalls.changeUsername> = async context => {
  const { db, actor, input, now, fail } = context
  const { username } = input
  const [broken] = brokenUsernameRules(username)
  if (broken) return fail('UsernameNotAllowed', { username: broken })
  const { username: before } = await lockOwn(db, actor.accountId)
  if (username !== before) {
    // [RULE-021]
    if (!(await writeUnique(db, actor.accountId, { username }, now))) return fail('UsernameTaken')
    const detail = { from: before, to: username }
    await writeAudit(context, { action: 'account.changeUsername', subject: actor.accountId, detail })
  }
  return personalInfo(db, actor.accountId, now)
}

/**
 * [CALL-082] The old name no longer signs in, and another person may take it. It needs a proof, so that a stranger at
 * an open browser cannot take away the name that its owner signs in with.
 */
export const changeUsername = prepares<typeof profileCalls.changeUsername>(async call => {
  // what breaks a rule is refused for that, without a password
  if (brokenUsernameRules(call.input.username).length > 0) return
  const person = await findAccount(call.frame.db, call.actor.accountId)
  if (call.input.username !== person.username) await prove(call, person, call.input.current_pass)
}, change)

const SUGGESTED = 3

/**
 * [RULE-018 to RULE-023] A few free usernames that keep the rules: like the wanted one, then like the person's name.
 */
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
