import type { Load } from './page.tsx'

const callback: Load = async () => (await import('#features/access/social/web/SocialCallback.tsx')).SocialCallback
const policy: Load = async () => (await import('#features/admin/pages/web/PolicyPage.tsx')).PolicyPage
const go: Load = async () => (await import('#features/admin/pages/web/GoPage.tsx')).GoPage

type MailPages = typeof import('#features/notify/mail/web/ViewInBrowser.tsx')
const mail =
  (page: keyof MailPages): Load =>
  async () =>
    (await import('#features/notify/mail/web/ViewInBrowser.tsx'))[page]
type ReaderPages = typeof import('#features/planning/invite/web/ReaderPages.tsx')
const reader =
  (page: keyof ReaderPages): Load =>
  async () =>
    (await import('#features/planning/invite/web/ReaderPages.tsx'))[page]

/** Public pages, which load no Mantine: about the console, its policies, and ways in. */
export const publicPages: Readonly<Record<string, Load>> = {
  '/landingpage-login': async () => (await import('#features/admin/pages/web/LandingPage.tsx')).LandingPage,
  '/thank-you': async () => (await import('#features/admin/pages/web/ThankYouPage.tsx')).ThankYouPage,
  '/thank-you2': async () => (await import('#features/admin/pages/web/ThankYouPage.tsx')).ThankYouPage2,
  '/privacy-policy': policy,
  '/terms-of-service': policy,
  '/facebook/privacy-policy': policy,
  '/facebook/terms-of-service': policy,
  '/auth-redirect': async () => (await import('#features/admin/pages/web/GoPage.tsx')).AuthRedirectPage,
  '/go': go,
  '/go/:code': go,
  '/test': async () => (await import('#features/admin/pages/web/BrowserTestPage.tsx')).BrowserTestPage,
  '/flyer-test': async () => (await import('#features/admin/pages/web/FlyerPage.tsx')).FlyerPage,
  '/flyer-test2': async () => (await import('#features/admin/pages/web/FlyerPage.tsx')).FlyerPage2,
  '/view-in-browser/all-in-one': mail('ViewInBrowser'),
  '/view-in-browser/all-in-one-small': mail('ViewInBrowserSmall'),
  '/view-in-browser/all-in-one-small/:pitchUUID': reader('PitchMailSmall'),
  '/view-in-browser/unstarted-session': mail('UnstartedSession'),
  '/view-in-browser/unstarted-session-small': mail('UnstartedSessionSmall'),
  '/view-in-browser/session-started': mail('SessionStarted'),
  '/view-in-browser/session-started-small': mail('SessionStartedSmall'),
  '/view-in-browser/click-here/:email': reader('ClickHere'),
  '/email/answer/:answer': async () => (await import('#features/planning/invite/web/AnswerPage.tsx')).AnswerPage,
  '/view-in-browser/send-code': async () => (await import('#features/admin/pages/web/VerifyEmail.tsx')).SendCode,
  '/save-to-calendar/:pitchUUID': async () =>
    (await import('#features/planning/invite/web/SaveToCalendar.tsx')).SaveToCalendar,
  '/google-people-callback': async () =>
    (await import('#features/planning/contact/web/GoogleCallback.tsx')).GoogleCallback,
  '/email/presenter': mail('PresenterMail'),
  '/email/feedback/pitch': reader('FeedbackFromMail'),
  '/email/test': async () => (await import('#features/admin/pages/web/MailTest.tsx')).MailTest,
  '/email/verify': async () => (await import('#features/admin/pages/web/VerifyEmail.tsx')).VerifyEmail,
  '/email/verifysuccess': async () => (await import('#features/admin/pages/web/VerifyEmail.tsx')).VerifySuccess,
  '/email/verifyfailure': async () => (await import('#features/admin/pages/web/VerifyEmail.tsx')).VerifyFailure,
  '/email/preferences': async () => (await import('#features/notify/mail/web/Preferences.tsx')).Preferences,
  '/linkedin/callback': callback,
  '/google/callback': callback,
  '/facebook/callback': callback,
  '/wechat/callback': callback,
}
