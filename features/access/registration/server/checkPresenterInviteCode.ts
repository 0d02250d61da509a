import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Handler } from '#server/context.ts'
import { checkInvite } from './checkingInvite.ts'

export const checkPresenterInviteCode: Handler<typeof registrationCalls.checkPresenterInviteCode> =
  checkInvite('presenter')
