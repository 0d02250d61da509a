import { randomInt } from 'node:crypto'
import { freeUsername } from '#features/access/recovery/server/activation.ts'
import { endLinks } from '#features/access/recovery/server/linkQueries.ts'
import { mailPasswordChanged } from '#features/access/recovery/server/recovery.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { TEMPORARY_DAYS } from '#features/admin/users/rules.ts'
import { brokenPasswordRules } from '#features/core/account/passwordRules.ts'
import { hashPassword } from '#features/core/account/server/passwords.ts'
import { refuseOverLimit, updateAccount } from '#features/core/account/server/queries.ts'
import { prepares } from '#server/context.ts'
import { lockPerson } from './lockPerson.ts'
import { note, signOutEverywhere } from './userActs.ts'

/** CALL-099. Hashing is slow, so it runs before a database connection is taken. */
export const generateTemporaryPassword = prepares<typeof usersCalls.generateTemporaryPassword, Hashed>(
  async () => {
    const password = newPassword()
    return { password, passwordHash: await hashPassword(password) }
  },
  async (context, { password, passwordHash }) => {
    const { db, now, input, fail } = context
    const until = new Date(now.getTime() + TEMPORARY_DAYS * 86_400_000)
    const person = await lockPerson(context, input.user_id)
    if (person.state === 'disabled') return fail('AccountNotEnabled')
    if (person.state === 'invited') await refuseOverLimit(db, person.organisationId)
    const username = person.username ?? (await freeUsername(db, person.email))
    const columns = { passwordHash, passwordChangedAt: now, promptResetPassword: true, temporaryPasswordUntil: until }
    await updateAccount(db, person.id, { ...columns, username, state: 'active' }, now)
    await endLinks(db, person.id, now)
    await signOutEverywhere(context, person, 'byAdmin')
    if (person.passwordHash !== null) await mailPasswordChanged(context, person)
    await note(context, 'account.temporaryPassword', person)
    return { username, password, until: until.toISOString() }
  },
)

interface Hashed {
  readonly password: string
  readonly passwordHash: string
}

/** Letters and digits that are not mistaken for one another when read out. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four, about 79 bits. */
export function newPassword(): string {
  for (;;) {
    const group = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')
    const password = [group(), group(), group(), group()].join('-')
    if (brokenPasswordRules(password).length === 0) return password
  }
}
