import { CallFailed } from '#contract/call.ts'
import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { countWrongLink } from '#server/limits.ts'
import { askRecovery } from './askRecovery.ts'
import { readAnyLink } from './passwordLink.ts'

export const sendResetPasswordEmail: Handler<typeof recoveryCalls.sendResetPasswordEmail> = async context => {
  const { email, flag, pitchCode, link_code: code } = context.input
  if (code) return askRecovery(context, { what: 'password', ...(await fromLink(context, code)) })
  if (email) return askRecovery(context, { what: 'password', email, flag, pitchCode })
  throw new CallFailed('InputInvalid', { email: 'required' })
}

/** Whoever holds a link's code has read the mail: a fresh link goes to where the old one went, and nowhere else. */
async function fromLink({ db, frame, request, input, now, fail }: Context, code: string) {
  const found = await readAnyLink(db, code, now)
  if (found === 'LinkNotFound') await countWrongLink(frame, request.ip)
  if (typeof found === 'string') return fail(found)
  const { flag, pitchCode, sentTo } = found.link
  if (input.email !== undefined && input.email !== sentTo) return fail('EmailNotOfLink')
  return { email: sentTo, flag, pitchCode }
}
type Context = ContextOf<typeof recoveryCalls.sendResetPasswordEmail>
