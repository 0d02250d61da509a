import { randomInt } from 'node:crypto'
import { freeUsername } from '#features/access/recovery/server/activation.ts'
import { mailPasswordChanged } from '#features/access/recovery/server/passwordNotice.ts'
import type { accountCalls } from '#features/admin/users/contract.ts'
import { TEMPORARY_DAYS } from '#features/admin/users/rules.ts'
import { brokenPasswordRules } from '#features/core/account/passwordRules.ts'
import { hashPassword } from '#features/core/account/server/passwords.ts'
import { endLinks, updateAccount } from '#features/core/account/server/queries.ts'
import { refuseOverLimit } from '#features/core/account/server/usersLimit.ts'
import { type ContextOf, type Handler, opensTransactions } from '#server/context.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { type ActContext, lockPerson } from './lockPerson.ts'
import { note, signOutEverywhere } from './userActs.ts'

type Generate = ContextOf<typeof accountCalls.generateTemporaryPassword>

/**
 * CALL-099. It opens its transaction itself, so that the answer is not among those that are kept for a repeat of the
 * call: the password is written nowhere but as a hash.
 */
export const generateTemporaryPassword: Handler<typeof accountCalls.generateTemporaryPassword> = opensTransactions(
  async context => {
    const password = newPassword()
    const passwordHash = await hashPassword(password)
    const afterwards: (() => void | Promise<void>)[] = []
    const until = new Date(context.now.getTime() + TEMPORARY_DAYS * 86_400_000)
    const username = await context.frame.db.transaction(db =>
      setIt(
        { ...context, db, enqueue: (...job) => addJob(db, ...job), afterCommit: task => void afterwards.push(task) },
        context,
        { passwordHash, until },
      ),
    )
    for (const task of afterwards) await task()
    return { username, password, until: until.toISOString() }
  },
)

async function setIt(
  context: ActContext,
  { input, fail }: Generate,
  { passwordHash, until }: { passwordHash: string; until: Date },
): Promise<string> {
  const { db, now } = context
  const person = await lockPerson(context, input.user_id)
  if (person.state === 'disabled') return fail('AccountNotEnabled')
  if (person.state === 'invited') await refuseOverLimit(db, person.organisationId)
  const username = person.username ?? (await freeUsername(db, person.email))
  const state = 'active' as const
  const password = {
    passwordHash,
    passwordChangedAt: now,
    promptResetPassword: true,
    temporaryPasswordUntil: until,
  }
  await updateAccount(db, person.id, { ...password, username, state }, now)
  await endLinks(db, person.id, now)
  await signOutEverywhere(context, person)
  if (person.passwordHash !== null && context.request)
    await mailPasswordChanged({ ...context, request: context.request }, person)
  await note(context, 'account.temporaryPassword', person)
  return username
}

/** Letters and digits that nobody takes for one another when they are read out. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four, about 79 bits. */
export function newPassword(): string {
  for (;;) {
    const group = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')
    const password = [group(), group(), group(), group()].join('-')
    if (brokenPasswordRules(password).length === 0) return password
  }
}
