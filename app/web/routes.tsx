import { type ComponentType, lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import { BrowserRouter, matchPath, Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router'
import { fetchAgain } from '#web/client/fetchAgain.ts'
import { moveOn } from '#web/client/newer.ts'
import { ForbiddenPage, MissingPage, UnknownPath, Waiting } from '#web/light/StatePages.tsx'
import { publicPages } from './publicPages.ts'
import { type Load, roomPages, screens } from './screens.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'

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
  '/join-session1/:developerkey/:tag': async () =>
    (await import('#features/admin/invitations/web/PartnerPitches.tsx')).PartnerPitches,
  '/invite/:pitchUUID': async () => (await import('#features/access/registration/web/InviteLink.tsx')).InviteLink,
  '/email/undo-change': async () => (await import('#features/access/profile/web/UndoEmailChange.tsx')).UndoEmailChange,
  '/logout': async () => (await import('#features/access/signIn/web/SignOut.tsx')).SignOut,
}

/** Pages that need neither Mantine nor a sign-in. */
const plainPages: Readonly<Record<string, Load>> = {
  ...roomPages,
  ...publicPages,
  '/openapi': async () => (await import('./wire/CallsPage.tsx')).CallsPage,
}

/** Pages that redirect by themselves, and their targets. */
const follows: ReadonlyMap<Load | undefined, Load[]> = new Map([
  [roomPages['/join-session/:pitchUUID'], [roomPages['/join-session-wait']].filter(load => load !== undefined)],
])

const shellScreens: [string, Load][] = Object.entries(screens).map(([path, { load }]) => [path, load])

/** Pages whose code is fetched. */
const fetched = new Map<Load, ComponentType>()

async function fetchPage(load: Load): Promise<ComponentType> {
  try {
    const Page = await fetchAgain(load)
    fetched.set(load, Page)
    return Page
  } catch (failure) {
    // the page reloads with the newer version, so this never resolves
    if (await moveOn()) return new Promise(() => {})
    throw failure
  }
}

let pages = 0

/** A page whose code is fetched when it is first shown. The key keeps React from reusing it for another route. */
function page(load: Load): ReactElement {
  return <Fetched key={pages++} load={load} lazyPage={lazy(async () => ({ default: await fetchPage(load) }))} />
}

/**
 * Shows an already fetched page at once, because React delays a suspended one until 300 ms after its fallback. The
 * choice is made once, when the page is first shown.
 */
function Fetched({ load, lazyPage }: { load: Load; lazyPage: ComponentType }) {
  const [Page] = useState<ComponentType>(() => fetched.get(load) ?? lazyPage)
  return <Page />
}

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

/** Every route of the web app. Matching needs no session; the guard then decides for the console's pages. */
export function AllRoutes() {
  useScrollToTop()
  return (
    <ErrorBoundary>
      <Suspense fallback={<Waiting />}>{routes}</Suspense>
    </ErrorBoundary>
  )
}

/**
 * Fetches what an address needs all at once, where rendering would ask for frame, shell and screen in turn. What cannot
 * be fetched fails when it is shown, where that can be said.
 */
export async function preload(path: string): Promise<void> {
  const fetchAll = (loads: Load[]) => Promise.all(loads.map(fetchPage)).catch(() => {})
  const of = (table: [string, Load][]) => table.find(([pattern]) => matchPath(pattern, path))?.[1]
  const plain = of(Object.entries(plainPages))
  const door = of(Object.entries(doors))
  const screen = of(shellScreens)
  if (plain) await fetchAll([plain, ...(follows.get(plain) ?? [])])
  else if (door) await fetchAll([loadConsole, door])
  else if (screen) await fetchAll([loadConsole, loadShell, screen])
}

/** [NAV-005] A new page starts at its top; Back returns to where one was, which browsers do by themselves. */
function useScrollToTop(): void {
  const { pathname, hash } = useLocation()
  const kind = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the path that counts
  useEffect(() => {
    if (kind !== 'POP' && !hash) scrollTo(0, 0)
  }, [pathname])
}

/** [NAV-004] The web app over the browser's own history. */
export const App = () => (
  <BrowserRouter>
    <AllRoutes />
  </BrowserRouter>
)
