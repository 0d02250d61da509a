import type { registrationCalls } from '#features/registration/contract.ts'
import type { Handler } from '#server/context.ts'

export const getRegistrationInfo: Handler<typeof registrationCalls.getRegistrationInfo> = async ({ frame }) => ({
  open: frame.settings.registration === 'open',
  sends: frame.settings.smtpUrl !== undefined,
})
