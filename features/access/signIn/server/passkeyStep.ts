import { PASSKEY_PATIENCE, passkeyOptions, readPasskey } from '#features/access/factor/server/passkeys.ts'
import { listFactors, notePasskeyUse } from '#features/access/factor/server/queries.ts'
import { keepChallenge, takeChallenge } from '#features/access/factor/server/stepQueries.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { finishStep } from './finishStep.ts'

/** It opens its own transaction, because a repeat has to get a challenge of its own. */
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

/** A signature cannot be guessed, so these attempts are not counted; each challenge is answered once. */
export const verifyPasskey: Handler<typeof signInCalls.verifyPasskey> = opensTransactions(async context => {
  const { input, actor, frame, now, fail } = context
  if (!actor?.isPending) return fail('NoStepPending')
  const challenge = await takeChallenge(frame.db, actor.sessionId, 'step', now)
  const known = (await listFactors(frame.db, actor.accountId)).filter(one => one.kind === 'passkey')
  const shown = challenge && (await readPasskey(frame, known, input.response, challenge))
  if (!shown) return fail('PasskeyRefused')
  const use = (db: Parameters<typeof notePasskeyUse>[0]) => notePasskeyUse(db, shown.passkey.id, shown.counter, now)
  const opened = await finishStep(
    { ...context, actor },
    { by: 'passkey', remember: input.remember, use: ({ db }) => use(db) },
  )
  return opened ?? fail('PasskeyRefused')
})
