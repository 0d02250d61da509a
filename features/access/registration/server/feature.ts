import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { activeAccount, activeInvestorAccount, checkActivationLink } from './activating.ts'
import { checkPresenterInviteCode, checkSuperAdminInviteCode, checkTypeUserInviteCodeExpired } from './checkInvite.ts'
import { sendVerificationCodeEmail } from './emailCode.ts'
import { registrationJobs } from './jobs.ts'
import {
  getRegistrationInfo,
  registerByEmail,
  registerInvestorByEmail,
  updateInvestorInvestingExperience,
} from './openRegistration.ts'
import { register, registerSuperAdminByEmail, registerTypeUserByEmail } from './registerByInvitation.ts'
import { sendMemberInfo } from './sendMemberInfo.ts'

export const registrationFeature = {
  handlers: {
    checkPresenterInviteCode,
    checkTypeUserInviteCodeExpired,
    checkSuperAdminInviteCode,
    register,
    registerByEmail,
    registerTypeUserByEmail,
    registerSuperAdminByEmail,
    registerInvestorByEmail,
    activeAccount,
    activeInvestorAccount,
    checkActivationLink,
    sendVerificationCodeEmail,
    getRegistrationInfo,
    updateInvestorInvestingExperience,
    sendMemberInfo,
  } satisfies Handlers<typeof registrationCalls>,
  jobs: registrationJobs,
  crontab: ['27 4 * * * forgetRegistrations'],
} satisfies Feature
