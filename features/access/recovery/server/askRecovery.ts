import { CallFailed } from '#contract/call.ts'
import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import type { Context, ContextOf, Handler } from '#server/context.ts'
import { countMailAsked, countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { readAnyLink } from './passwordLink.ts'
import type { Recovery } from './recovery.ts'

export const forgotPassword: Handler<typeof recoveryCalls.forgotPassword> = context =>
  askRecovery(context, { what: 'password', email: context.input.email, flag: 'console', pitchCode: '' })

export const sendResetPasswordEmail: Handler<typeof recoveryCalls.sendResetPasswordEmail> = async context => {
  const { email, flag, pitchCode, link_code: code } = context.input
  if (code) return askRecovery(context, { what: 'password', ...(await fromLink(context, code)) })
  if (email) return askRecovery(context, { what: 'password', email, flag, pitchCode })
  throw new CallFailed('InputInvalid', { email: 'required' })
}

/** The holder of a link's code has read the email, so a fresh link goes to the same address and nowhere else. */
async function fromLink(
  { db, frame, request, input, now, fail }: ContextOf<typeof recoveryCalls.sendResetPasswordEmail>,
  code: string,
) {
  const found = await readAnyLink(db, code, now)
  if (found === 'LinkNotFound') await countWrongLink(frame, request.ip)
  if (typeof found === 'string') return fail(found)
  const { flag, pitchCode, sentTo } = found.link
  if (input.email !== undefined && input.email !== sentTo) return fail('EmailNotOfLink')
  return { email: sentTo, flag, pitchCode }
}

export const sendUsernameEmail: Handler<typeof recoveryCalls.sendUsernameEmail> = context =>
  askRecovery(context, { what: 'username', ...context.input })

/**
 * Queues the job that finds the account of an address and emails it. The call itself does not look, so its answer and
 * its time tell nothing. Repeated clicks become one email. Fails with TooManyRequests.
 */
export async function askRecovery(
  { frame, request, enqueue }: Pick<Context, 'frame' | 'request' | 'enqueue'>,
  recovery: Recovery,
): Promise<{ sends: boolean }> {
  await countMailAsked(frame, { ip: request.ip, to: recovery.email })
  await enqueue('mailRecovery', recovery, { key: `recovery:${recovery.what}:${hashToken(recovery.email)}` })
  return { sends: frame.settings.smtpUrl !== undefined }
}
