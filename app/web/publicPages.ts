import type { Load } from './screens.ts'

const callback: Load = async () => (await import('#features/access/social/web/SocialCallback.tsx')).SocialCallback
const policy: Load = async () => (await import('#features/admin/pages/web/PolicyPage.tsx')).PolicyPage
const go: Load = async () => (await import('#features/admin/pages/web/GoPage.tsx')).GoPage

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
  '/view-in-browser/all-in-one': async () =>
    (await import('#features/notify/mail/web/ViewInBrowser.tsx')).ViewInBrowser,
  '/view-in-browser/all-in-one-small': async () =>
    (await import('#features/notify/mail/web/ViewInBrowser.tsx')).ViewInBrowserSmall,
  '/view-in-browser/all-in-one-small/:pitchUUID': async () =>
    (await import('#features/planning/invite/web/ReaderPages.tsx')).PitchMailSmall,
  '/view-in-browser/unstarted-session': async () =>
    (await import('#features/notify/mail/web/ViewInBrowser.tsx')).UnstartedSession,
  '/view-in-browser/unstarted-session-small': async () =>
    (await import('#features/notify/mail/web/ViewInBrowser.tsx')).UnstartedSessionSmall,
  '/view-in-browser/session-started': async () =>
    (await import('#features/notify/mail/web/ViewInBrowser.tsx')).SessionStarted,
  '/view-in-browser/session-started-small': async () =>
    (await import('#features/notify/mail/web/ViewInBrowser.tsx')).SessionStartedSmall,
  '/view-in-browser/click-here/:email': async () =>
    (await import('#features/planning/invite/web/ReaderPages.tsx')).ClickHere,
  '/view-in-browser/send-code': async () => (await import('#features/admin/pages/web/VerifyEmail.tsx')).SendCode,
  '/save-to-calendar/:pitchUUID': async () =>
    (await import('#features/planning/invite/web/SaveToCalendar.tsx')).SaveToCalendar,
  '/email/presenter': async () => (await import('#features/notify/mail/web/ViewInBrowser.tsx')).PresenterMail,
  '/email/feedback/pitch': async () => (await import('#features/planning/invite/web/ReaderPages.tsx')).FeedbackFromMail,
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
