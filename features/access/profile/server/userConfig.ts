import { CallFailed } from '#contract/call.ts'
import { type profileCalls, UserConfig } from '#features/access/profile/contract.ts'
import { CONFIG_LISTS, usualConfig } from '#features/core/account/rules.ts'
import { findAccount, lockAccount, updateAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'

export const getUserConfig: Handler<typeof profileCalls.getUserConfig> = async ({ db, actor }) =>
  readConfig((await findAccount(db, actor.accountId)).config)

/** The row is locked, so that two browsers that change different choices keep both. */
export const updateUserConfig: Handler<typeof profileCalls.updateUserConfig> = async ({ db, actor, input, now }) => {
  const person = await lockAccount(db, actor, actor.accountId)
  if (!person) throw new Error('an account is gone while it makes a call')
  const before = readConfig(person.config)
  const hidden_columns = { ...before.hidden_columns, ...input.hidden_columns }
  if (Object.keys(hidden_columns).length > CONFIG_LISTS)
    throw new CallFailed('InputInvalid', { hidden_columns: 'too_big' })
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const config = { ...before, ...Object.fromEntries(given), hidden_columns }
  await updateAccount(db, person.id, { config }, now)
  return config
}

/** What is stored, read field by field: a choice that the console no longer offers is as if it had not been made. */
export function readConfig(stored: Readonly<Record<string, unknown>>): UserConfig {
  const known = Object.entries(UserConfig.shape).flatMap(([field, schema]) => {
    const read = schema.safeParse(stored[field])
    return read.success ? [[field, read.data]] : []
  })
  return { ...usualConfig, ...Object.fromEntries(known) }
}
