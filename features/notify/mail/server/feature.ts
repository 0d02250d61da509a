import { mailCalls } from '#features/notify/mail/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { mailJobs } from './jobs.ts'
import * as outbox from './outbox.ts'
import { serveReports } from './reports/hooks.ts'
import { getViewInBrowserData } from './viewInBrowser.ts'
import { getMailPreferences, serveWayOut, unsubscribeEmail } from './wayOut.ts'

export const mailFeature = {
  handlers: handlersOf(mailCalls, { ...outbox, getViewInBrowserData, getMailPreferences, unsubscribeEmail }),
  jobs: mailJobs,
  crontab: ['17 4 * * * forgetMails', '*/2 * * * * readBounces'],
  routes: (app, frame) => {
    serveWayOut(app, frame)
    serveReports(app, frame)
  },
} satisfies Feature
