import type { mailCalls } from '#features/notify/mail/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { mailJobs } from './jobs.ts'
import { getMail, getMailList } from './outbox.ts'
import { getViewInBrowserData } from './viewInBrowser.ts'

export const mailFeature = {
  handlers: { getMailList, getMail, getViewInBrowserData } satisfies Handlers<typeof mailCalls>,
  jobs: mailJobs,
  crontab: ['17 4 * * * forgetMails'],
} satisfies Feature
