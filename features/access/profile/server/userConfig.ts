import { UserConfig } from '#features/access/profile/contract.ts'
import { usualConfig } from '#features/core/account/rules.ts'

/** What is stored, read field by field: a choice that the console no longer offers is as if it had not been made. */
export function readConfig(stored: Readonly<Record<string, unknown>>): UserConfig {
  const known = Object.entries(UserConfig.shape).flatMap(([field, schema]) => {
    const read = schema.safeParse(stored[field])
    return read.success ? [[field, read.data]] : []
  })
  return { ...usualConfig, ...Object.fromEntries(known) }
}
