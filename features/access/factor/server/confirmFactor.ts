import type { factorCalls } from '#features/access/factor/contract.ts'
import { noteSecondStep } from '#features/access/session/server/queries.ts'
import { bareCode, brokenCodeRule, STEP_MINUTES } from '#features/core/account/factorRules.ts'
import { findAccount, lockAccount } from '#features/core/account/server/queries.ts'
import { type Handler, inTransaction, type OutsideOf, opensTransactions, type Work } from '#server/context.ts'
import { countAttempt } from '#server/limits.ts'
import { unseal } from '#server/secrets.ts'
import { stepOfCode } from './app.ts'
import { tellOfChange } from './changed.ts'
import { guessCode, useCode } from './codes.ts'
import { readNewPasskey } from './passkeys.ts'
import {
  confirmFactorRow,
  countRecoveryCodes,
  type FactorRow,
  findFactor,
  isCredentialKnown,
  replaceRecoveryCodes,
} from './queries.ts'
import { newRecoveryCodes } from './recoveryCodes.ts'
import { forgetDevices, takeChallenge } from './stepQueries.ts'

type Confirm = OutsideOf<typeof factorCalls.confirmFactor>
/** What the row gets besides, checked outside the transaction; `use` runs inside. Undefined: not right. */
type Shown = { values: Partial<FactorRow>; use?: (work: Work) => Promise<boolean> } | undefined

export const confirmFactor: Handler<typeof factorCalls.confirmFactor> = opensTransactions(async context => {
  const { input, actor, frame, request, now, fail } = context
  const begun = await findFactor(frame.db, actor.accountId, input.factor_id)
  const isOld = begun && now.getTime() - begun.createdAt.getTime() > STEP_MINUTES * 60_000
  if (!begun || begun.confirmedAt || isOld) return fail('FactorNotFound')
  const broken =
    begun.kind === 'passkey' ? undefined : brokenCodeRule(input.code ?? '', begun.kind === 'app' ? 'app' : 'code')
  if (broken) return fail(broken)

  const attempt = await countAttempt(frame, { ip: request.ip, name: `factor of ${actor.accountId}` })
  const shown = await shownFor(context, begun)
  const hasCodes = (await countRecoveryCodes(frame.db, actor.accountId)) > 0
  const recovery = shown && !hasCodes ? await newRecoveryCodes() : undefined
  const codes = shown && (await inTransaction(frame, work => set(context, begun, shown, recovery, work)))
  if (!codes) return fail(wrongCode[begun.kind])
  await attempt.succeeded()
  return { recovery_codes: codes }
})

const wrongCode = { email: 'EmailCodeWrong', sms: 'CodeWrong', app: 'CodeWrong', passkey: 'PasskeyRefused' } as const

async function shownFor({ input, actor, frame, now }: Confirm, begun: FactorRow): Promise<Shown> {
  const code = input.code ?? ''
  if (begun.kind === 'passkey') {
    const challenge = await takeChallenge(frame.db, actor.sessionId, 'set', now)
    const made = challenge && input.response && (await readNewPasskey(frame, input.response, challenge))
    return made ? { values: { ...made, name: input.name } } : undefined
  }
  if (begun.kind === 'app') {
    const secret = begun.secret && (await unseal(frame.settings, begun.secret, actor.accountId))
    const step = secret ? stepOfCode(secret, bareCode(code), now) : undefined
    return step === undefined ? undefined : { values: { lastStep: step } }
  }
  const codeFor = { purpose: 'setFactor', subject: begun.id } as const
  const guess = await guessCode(frame.db, { ...codeFor, code, now })
  return { values: {}, use: ({ db }) => useCode(db, codeFor, guess) }
}

/** Returns the recovery codes, none when there are some already; undefined when a racing request was faster. */
async function set(
  context: Confirm,
  begun: FactorRow,
  { values, use }: NonNullable<Shown>,
  recovery: Awaited<ReturnType<typeof newRecoveryCodes>> | undefined,
  work: Work,
): Promise<string[] | undefined> {
  const { actor, now } = context
  const { db } = work
  // One change of a person's factors at a time, so that there is one primary and one of a kind.
  await lockAccount(db, actor, actor.accountId)
  if (use && !(await use(work))) return undefined
  if (values.credentialId && (await isCredentialKnown(db, values.credentialId))) return undefined
  const row = await confirmFactorRow(db, begun, { ...values, confirmedAt: now })
  if (!row) return undefined
  const issued = recovery && (await countRecoveryCodes(db, actor.accountId)) === 0 ? recovery : undefined
  if (issued) await replaceRecoveryCodes(db, actor.accountId, issued.hashes)
  await forgetDevices(db, actor.accountId)
  await noteSecondStep(db, actor.sessionId, now)
  const person = await findAccount(db, actor.accountId)
  const audit = { action: 'factor.set', detail: { factor: row.kind } }
  await tellOfChange({ ...context, ...work }, person, `set.${row.kind}`, row.id, audit)
  return issued?.codes ?? []
}
