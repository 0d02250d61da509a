import type { socialCalls } from '#features/access/social/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { disconnectSocialAccount, getSocialAccounts, startSocialConnect } from './connections.ts'
import { socialJobs } from './jobs.ts'
import {
  handleFacebookLogin,
  handleGoogleLogin,
  handleLinkedInLogin,
  handleWeChatLogin,
  startSocialLogin,
} from './logins.ts'
import { confirmSocialEmail, sendSocialEmailCode } from './proveEmail.ts'
import { handleLinkedInShare, startLinkedInShare } from './share.ts'

export const socialFeature = {
  handlers: {
    startSocialLogin,
    handleLinkedInLogin,
    handleGoogleLogin,
    handleFacebookLogin,
    handleWeChatLogin,
    sendSocialEmailCode,
    confirmSocialEmail,
    getSocialAccounts,
    startSocialConnect,
    disconnectSocialAccount,
    startLinkedInShare,
    handleLinkedInShare,
  } satisfies Handlers<typeof socialCalls>,
  jobs: socialJobs,
  crontab: ['7 * * * * forgetSocialFlows'],
} satisfies Feature
