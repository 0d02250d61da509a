import { PASSKEY_PATIENCE, passkeyOptions } from '#features/access/factor/server/passkeys.ts'
import { listFactors } from '#features/access/factor/server/queries.ts'
import { keepChallenge } from '#features/access/factor/server/stepQueries.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import { type Handler, opensTransactions } from '#server/context.ts'

/** It opens its own transaction, because a repeat has to get a riddle of its own. */
export const getPasskeyRequest: Handler<typeof signInCalls.getPasskeyRequest> = opensTransactions(async context => {
  const { actor, frame, now, fail } = context
  if (!actor?.isPending) return fail('NoStepPending')
  const known = (await listFactors(frame.db, actor.accountId)).filter(one => one.kind === 'passkey')
  if (known.length === 0) return fail('FactorNotFound')
  const { options, challenge } = await passkeyOptions(frame, known)
  const expiresAt = new Date(now.getTime() + PASSKEY_PATIENCE)
  await keepChallenge(frame.db, { sessionId: actor.sessionId, purpose: 'step', challenge, expiresAt })
  return { options }
})
