import { registrationCalls } from '#features/access/registration/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as activating from './activating.ts'
import * as checkInvite from './checkInvite.ts'
import { sendVerificationCodeEmail } from './emailCode.ts'
import { registrationJobs } from './jobs.ts'
import * as openRegistration from './openRegistration.ts'
import * as registerByInvitation from './registerByInvitation.ts'
import { sendMemberInfo } from './sendMemberInfo.ts'

export const registrationFeature = {
  handlers: handlersOf(registrationCalls, {
    ...activating,
    ...checkInvite,
    sendVerificationCodeEmail,
    ...openRegistration,
    ...registerByInvitation,
    sendMemberInfo,
  }),
  jobs: registrationJobs,
  crontab: ['27 4 * * * forgetRegistrations'],
} satisfies Feature
