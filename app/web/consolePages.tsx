import { matchPath, Navigate, Route, Routes } from 'react-router'
import { askFirst } from '#features/core/account/web/askFirst.ts'
import { ForbiddenPage, MissingPage, UnknownPath } from '#web/light/StatePages.tsx'
import { fetchPages, type Load, page } from './page.tsx'
import { publicPages } from './publicPages.ts'
import { screens } from './screens.ts'

const loadConsole: Load = async () => (await import('./shell/Console.tsx')).Console
const loadShell: Load = async () => (await import('./shell/Shell.tsx')).Shell
const refresh: Load = async () => (await import('../../features/admin/pages/web/GoPage.tsx')).RefreshPage
const signIn: Load = async () => (await import('./shell/SignInPage.tsx')).SignInPage

const become: Load = async () => (await import('#features/access/registration/web/Become.tsx')).Become
const inviteWait: Load = async () => (await import('#features/access/registration/web/InviteWait.tsx')).InviteWait
const signUpInvited: Load = async () =>
  (await import('#features/access/registration/web/SignUpInvited.tsx')).SignUpInvited
const activate: Load = async () => (await import('#features/access/registration/web/Activate.tsx')).ActivateAccount
const activateInvestor: Load = async () =>
  (await import('#features/access/registration/web/Activate.tsx')).ActivateInvestorAccount

/** Pages of the console around which there is no shell. */
const doors: Readonly<Record<string, Load>> = {
  '/previewPdf/:uuid': async () => (await import('#features/room/deck/web/PreviewDeck.tsx')).PreviewDeck,
  '/': signIn,
  '/login': signIn,
  '/setup-account': async () => (await import('#features/access/recovery/web/SetupAccount.tsx')).SetupAccount,
  '/two-factor-authentication/:account?': async () =>
    (await import('#features/access/signIn/web/TwoFactor.tsx')).TwoFactor,
  '/security-questions-login/:account?': async () =>
    (await import('#features/access/signIn/web/SecurityQuestionsLogin.tsx')).SecurityQuestionsLogin,
  '/login-wait': async () => (await import('#features/access/signIn/web/LoginWait.tsx')).LoginWait,
  '/forgot-password/:flag?/:pitchCode?': async () =>
    (await import('#features/access/recovery/web/Forgot.tsx')).ForgotPassword,
  '/forgot-username/:flag?/:pitchCode?': async () =>
    (await import('#features/access/recovery/web/Forgot.tsx')).ForgotUsername,
  '/reset-password/:flag?/:pitchCode?/:linkCode?': async () =>
    (await import('#features/access/recovery/web/ResetPassword.tsx')).ResetPassword,
  '/reset-password-email-sent': async () =>
    (await import('#features/access/recovery/web/EmailSent.tsx')).ResetPasswordEmailSent,
  '/receive-username-email-sent': async () =>
    (await import('#features/access/recovery/web/EmailSent.tsx')).ReceiveUsernameEmailSent,
  '/expired-reset-password': async () =>
    (await import('#features/access/profile/web/ExpiredResetPassword.tsx')).ExpiredResetPassword,
  '/become-presenter/:pitchUUID': become,
  '/become-typeuser/:typeuser/:pitchUUID': become,
  '/become-superadmin/:pitchUUID': become,
  '/become-presenter-wait': inviteWait,
  '/become-typeuser-wait': inviteWait,
  '/become-superadmin-wait': inviteWait,
  '/sign-up-presenter': signUpInvited,
  '/sign-up-typeuser': signUpInvited,
  '/sign-up-superadmin': signUpInvited,
  '/sign-up/:flag?': async () => (await import('#features/access/registration/web/SignUp.tsx')).SignUp,
  '/register/:flag?': async () => (await import('#features/access/registration/web/SignUp.tsx')).Register,
  '/signup-email-sent': async () =>
    (await import('#features/access/registration/web/SignupEmailSent.tsx')).SignupEmailSent,
  '/activate-account/:account?': activate,
  '/activate-investor-account/:account?': activateInvestor,
  '/policy-agreement': async () => (await import('#features/access/policy/web/PolicyAgreement.tsx')).PolicyAgreement,
  '/investor/accreditation': async () =>
    (await import('#features/admin/accreditation/web/AccreditationGuide.tsx')).AccreditationGuide,
  '/join-session1/:developerkey/:tag': async () =>
    (await import('#features/admin/invitations/web/PartnerPitches.tsx')).PartnerPitches,
  '/invite/:pitchUUID': async () => (await import('#features/access/registration/web/InviteLink.tsx')).InviteLink,
  '/email/undo-change': async () => (await import('#features/access/profile/web/UndoEmailChange.tsx')).UndoEmailChange,
  '/logout': async () => (await import('#features/access/signIn/web/SignOut.tsx')).SignOut,
}

/** Pages that need neither Mantine nor a sign-in. */
const plainPages: Readonly<Record<string, Load>> = {
  ...publicPages,
  '/openapi': async () => (await import('./wire/CallsPage.tsx')).CallsPage,
}

const shellScreens: [string, Load][] = Object.entries(screens).map(([path, { load }]) => [path, load])

const routes = (
  <Routes>
    {Object.entries(plainPages).map(([path, load]) => (
      <Route key={path} path={path} element={page(load)} />
    ))}
    <Route element={page(loadConsole)}>
      {Object.entries(doors).map(([path, load]) => (
        <Route key={path} path={path} element={page(load)} />
      ))}
      <Route path="/mydashboard" element={<Navigate replace to="/mydashboard/index" />} />
      <Route element={page(loadShell)}>
        {shellScreens.map(([path, load]) => (
          <Route key={path} path={path} element={page(load)} />
        ))}
      </Route>
    </Route>
    <Route path="/401" element={<ForbiddenPage />} />
    <Route path="/404" element={<MissingPage />} />
    <Route path="/redirect/*" element={page(refresh)} />
    <Route path="*" element={<UnknownPath />} />
  </Routes>
)

/** Every page but those of the live room, which need not load this map of the others. */
export const ConsolePages = () => routes

/** Fetches what an address needs all at once, where rendering would ask for frame, shell and screen in turn. */
export async function preload(path: string): Promise<void> {
  const of = (table: [string, Load][]) => table.find(([pattern]) => matchPath(pattern, path))?.[1]
  const plain = of(Object.entries(plainPages))
  const door = of(Object.entries(doors))
  const screen = of(shellScreens)
  // the guard asks this before it shows anything
  if (!plain && (door || screen)) askFirst()
  if (plain) await fetchPages([plain])
  else if (door) await fetchPages([loadConsole, door])
  else if (screen) await fetchPages([loadConsole, loadShell, screen])
}
