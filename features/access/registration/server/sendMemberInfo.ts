import type { registrationCalls } from '#features/access/registration/contract.ts'
import { findAccountByEmail } from '#features/core/account/server/queries.ts'
import { isSupportEmail } from '#features/core/organisation/server/queries.ts'
import { queueMail } from '#features/notify/mail/server/queueMail.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { memberInfoMail } from './emails.ts'

type Call = typeof registrationCalls.sendMemberInfo

/** A public call, so it writes to the support address only, once a day for each sender. */
export const sendMemberInfo: Handler<Call> = async context => {
  const { db, input, frame, request, now, fail } = context
  const recipient = (await recipientOf(context)) ?? fail('NoPermission')
  await countMailAsked(frame, { ip: request.ip, to: `memberInfo ${input.email}` })
  const reader = await findAccountByEmail(db, recipient)
  const language = reader?.language ?? 'en'
  const { email, name } = input
  await queueMail(context, {
    key: `memberInfo:${hashToken(`${recipient} ${email}`)}:${now.toISOString().slice(0, 10)}`,
    kind: 'memberInfo',
    organisationId: reader?.organisationId ?? null,
    recipient,
    language,
    ...memberInfoMail(language, { name, email }),
  })
  return {}
}

async function recipientOf({ db, input, frame }: ContextOf<Call>): Promise<string | undefined> {
  const { supportEmail, superadminEmail } = frame.settings
  const to = input.to_email
  // the super admin's address is used, but never confirmed to the caller
  if (to === undefined) return supportEmail ?? superadminEmail
  return to === supportEmail?.toLowerCase() || (await isSupportEmail(db, to)) ? to : undefined
}
