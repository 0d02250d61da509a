import { mailCalls } from '#features/notify/mail/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { mailJobs } from './jobs.ts'
import * as outbox from './outbox.ts'
import { getViewInBrowserData } from './viewInBrowser.ts'

export const mailFeature = {
  handlers: handlersOf(mailCalls, { ...outbox, getViewInBrowserData }),
  jobs: mailJobs,
  crontab: ['17 4 * * * forgetMails'],
} satisfies Feature
