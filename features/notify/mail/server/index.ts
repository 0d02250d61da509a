import type { Handlers } from '#contract/call.ts'
import type { mailCalls } from '#features/notify/mail/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getMail, getMailList } from './outbox.ts'
import { getViewInBrowserData } from './viewInBrowser.ts'

/** The handlers of this feature's calls. */
export const mailHandlers = { getMailList, getMail, getViewInBrowserData } satisfies Handlers<
  typeof mailCalls,
  Context,
  Actor
>
