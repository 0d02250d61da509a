import { currentVersions } from '#features/access/policy/server/policyTexts.ts'
import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Handler } from '#server/context.ts'

export const getRegistrationInfo: Handler<typeof registrationCalls.getRegistrationInfo> = async ({ frame }) => {
  const { terms_of_service, privacy_policy } = await currentVersions(frame)
  return {
    open: frame.settings.registration === 'open',
    sends: frame.settings.smtpUrl !== undefined,
    terms_version: terms_of_service,
    privacy_version: privacy_policy,
  }
}
