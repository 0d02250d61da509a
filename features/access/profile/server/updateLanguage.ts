import type { Language } from '#contract/fields.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import { updateAccount } from '#features/core/account/server/queries.ts'
import { changeAttendeeLanguage } from '#features/core/part/server/attendeeQueries.ts'
import type { Context, Handler } from '#server/context.ts'

export const updateLanguage: Handler<typeof profileCalls.updateLanguage> = async context => {
  const { db, actor, input } = context
  const { state } = await lockOwn(db, actor.accountId)
  // a link may have been passed on: it changes nothing of an account that has a password
  if (actor.pitchId !== undefined && state !== 'invited')
    await changeAttendeeLanguage(db, actor.accountId, input.language, actor.pitchId)
  else await keepLanguage(context, input.language)
  return {}
}

/** The language of a person, and of the emails of each pitch to which they are invited. */
export async function keepLanguage(
  { db, actor, now }: Pick<Context, 'db' | 'now'> & { actor: { accountId: string } },
  language: Language,
): Promise<void> {
  await updateAccount(db, actor.accountId, { language, languageGuessed: false }, now)
  await changeAttendeeLanguage(db, actor.accountId, language)
}
