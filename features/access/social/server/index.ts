import type { Handlers } from '#contract/call.ts'
import type { socialCalls } from '#features/access/social/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { disconnectSocialAccount, getSocialAccounts, startSocialConnect } from './connections.ts'
import {
  handleFacebookLogin,
  handleGoogleLogin,
  handleLinkedInLogin,
  handleWeChatLogin,
  startSocialLogin,
} from './logins.ts'
import { confirmSocialEmail, sendSocialEmailCode } from './proveEmail.ts'
import { handleLinkedInShare, startLinkedInShare } from './share.ts'

/** The handlers of this feature's calls. */
export const socialHandlers = {
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
} satisfies Handlers<typeof socialCalls, Context, Actor>
