import { guessCode, issueCode, useCode } from '#features/access/factor/server/codes.ts'
import type { socialCalls } from '#features/access/social/contract.ts'
import { queueMail } from '#features/notify/mail/server/queueMail.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { countAttempt, countMailAsked } from '#server/limits.ts'
import { codeMail } from './emails.ts'
import { enter } from './enter.ts'
import { cookieHashOf, type FlowContext } from './flow.ts'
import { type Flow, findWaitingFlow } from './queries.ts'
import type { Identity } from './tables.ts'

/**
 * Sends a code whether or not the address has an account, so that the answer does not reveal it. The code works in this
 * browser only.
 */
export const sendSocialEmailCode: Handler<typeof socialCalls.sendSocialEmailCode> = async context => {
  const { db, input, frame, request, now, fail } = context
  const flow = await waitingFlow(db, context)
  if (!flow) return fail('SocialStateWrong')
  await countMailAsked(frame, { ip: request.ip, to: input.email })
  const code = await issueCode(db, codeFor(flow, input.email), now)
  await queueMail(context, {
    key: `socialCode:${flow.id}:${input.email}:${now.getTime()}`,
    kind: 'socialCode',
    organisationId: null,
    recipient: input.email,
    language: input.language,
    ...codeMail(input.language, { code, provider: flow.provider, name: flow.identity.name }),
  })
  return {}
}

export const confirmSocialEmail: Handler<typeof socialCalls.confirmSocialEmail> = opensTransactions(async context => {
  const { input, frame, request, now, fail } = context
  const flow = await waitingFlow(frame.db, context)
  if (!flow) return fail('SocialStateWrong')
  const attempt = await countAttempt(frame, { ip: request.ip, name: `social ${input.email}` })
  const codeKey = codeFor(flow, input.email)
  const guess = await guessCode(frame.db, { ...codeKey, code: input.code, now })
  const isRight = await frame.db.transaction(db => useCode(db, codeKey, guess))
  if (!isRight) return fail('EmailCodeWrong')
  await attempt.succeeded()
  return enter(context, fail, flow, { ...flow.identity, email: input.email, isEmailProven: true })
})

async function waitingFlow(
  db: Database | Transaction,
  context: FlowContext,
): Promise<(Flow & { identity: Identity }) | undefined> {
  const cookieHash = cookieHashOf(context)
  const flow = cookieHash ? await findWaitingFlow(db, cookieHash, context.now) : undefined
  return flow?.identity ? { ...flow, identity: flow.identity } : undefined
}

const codeFor = (flow: Flow, email: string) => ({ purpose: 'socialEmail' as const, subject: `${flow.id} ${email}` })
