import { stepOfCode } from '#features/access/factor/server/app.ts'
import { CODE_MINUTES, guessCode, useCode } from '#features/access/factor/server/codes.ts'
import { countStepGuess } from '#features/access/factor/server/guesses.ts'
import {
  type FactorRow,
  findFactorOfKind,
  noteFactorUse,
  takeRecoveryCode,
  takeStep,
} from '#features/access/factor/server/queries.ts'
import { findRecoveryHash } from '#features/access/factor/server/recoveryCodes.ts'
import { sendCode } from '#features/access/factor/server/sendCode.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import { bareCode, brokenCodeRule } from '#features/core/account/factorRules.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { refuseSuppressed } from '#features/notify/mail/server/queueMail.ts'
import { smsProviderOf } from '#features/notify/mail/server/sms.ts'
import type { Work } from '#server/context.ts'
import { type Handler, type OutsideOf, opensTransactions } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { countMailAsked } from '#server/limits.ts'
import { unseal } from '#server/secrets.ts'
import { finishStep } from './finishStep.ts'

/** A code belongs to the sign-in that asked for it: another browser can neither use it nor spoil it. */
export const sendTwoFactorCode: Handler<typeof signInCalls.sendTwoFactorCode> = async context => {
  const { db, input, actor, frame, request, fail } = context
  if (!actor?.isPending) return fail('NoStepPending')
  const known = await findFactorOfKind(db, actor.accountId, input.factor)
  if (!known) return fail('FactorNotFound')
  const person = await findAccount(db, actor.accountId)
  if (input.factor === 'email') await refuseSuppressed(context, person)
  // Counted separately: a person without the password must not use up the allowance of its owner.
  await countMailAsked(frame, { ip: request.ip, to: `second step of ${person.id}` })
  const sentTo = await sendCode(context, {
    person,
    for: { purpose: 'secondStep', subject: stepSubject(actor.sessionId, input.factor) },
    reason: 'signIn',
    mobile: known.mobile ?? undefined,
  })
  const sends = input.factor === 'sms' ? smsProviderOf(frame) !== undefined : frame.settings.smtpUrl !== undefined
  return { sent_to: sentTo, minutes: CODE_MINUTES, sends }
}

export const stepSubject = (sessionId: string, kind: 'email' | 'sms'): string => `${sessionId} ${kind}`

type Verify = OutsideOf<typeof signInCalls.verifyTwoFactorCode>
type IsRight = (work: Work) => Promise<boolean>

export const verifyTwoFactorCode: Handler<typeof signInCalls.verifyTwoFactorCode> = opensTransactions(async context => {
  const { input, actor, frame, fail } = context
  if (!actor?.isPending) return fail('NoStepPending')
  const broken = brokenCodeRule(
    input.code,
    input.factor === 'recovery' || input.factor === 'app' ? input.factor : 'code',
  )
  if (broken) return fail(broken)
  const known =
    input.factor === 'recovery' ? undefined : await findFactorOfKind(frame.db, actor.accountId, input.factor)
  if (input.factor !== 'recovery' && !known) return fail('FactorNotFound')

  const attempt = await countStepGuess(context, actor.accountId)
  const use = known ? await factorIsRight(context, actor, known) : await recoveryIsRight(context, actor)
  const opened = await finishStep({ ...context, actor }, { by: input.factor, remember: input.remember, use })
  if (!opened) return fail(input.factor === 'email' ? 'EmailCodeWrong' : 'CodeWrong')
  await attempt.succeeded()
  return opened
})

/** [STATE-111] Nothing is left to do a second time: a code is used up, and so is a step of an app. */
async function factorIsRight({ input, frame, now }: Verify, actor: Actor, known: FactorRow): Promise<IsRight> {
  const { kind } = known
  if (kind === 'email' || kind === 'sms') {
    const codeFor = { purpose: 'secondStep', subject: stepSubject(actor.sessionId, kind) } as const
    const guess = await guessCode(frame.db, { ...codeFor, code: input.code, now })
    return async ({ db }) => {
      const isRight = await useCode(db, codeFor, guess)
      if (isRight) await noteFactorUse(db, known.id, now)
      return isRight
    }
  }
  return async ({ db }) => {
    const secret = known.secret && (await unseal(frame.settings, known.secret, known.accountId))
    const step = secret ? stepOfCode(secret, bareCode(input.code), now) : undefined
    return step !== undefined && takeStep(db, known.id, step, now)
  }
}

async function recoveryIsRight({ input, frame, now }: Verify, actor: Actor): Promise<IsRight> {
  const hash = await findRecoveryHash(frame.db, actor.accountId, input.code)
  return async ({ db }) => hash !== undefined && takeRecoveryCode(db, actor.accountId, hash, now)
}
