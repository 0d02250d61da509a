import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { roomPages, screens } from './screens.ts'
import { FailedPage } from './shell/FailedPage.tsx'
import { RefreshPage } from './shell/RefreshPage.tsx'
import { Root } from './shell/Root.tsx'
import { ForbiddenPage, MissingPage, UnknownPath } from './shell/StatePages.tsx'

type Load = () => Promise<ComponentType>
const at = (path: string, load: Load): RouteObject => ({ path, lazy: async () => ({ Component: await load() }) })

const signIn: Load = async () => (await import('#features/session/web/SignIn.tsx')).SignIn

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: FailedPage,
    children: [
      { ErrorBoundary: FailedPage, children: Object.entries(roomPages).map(([path, load]) => at(path, load)) },
      {
        lazy: async () => ({ Component: (await import('./shell/Console.tsx')).Console }),
        ErrorBoundary: FailedPage,
        children: [
          at('/', signIn),
          at('/login', signIn),
          at('/setup-account', async () => (await import('#features/account/web/SetupAccount.tsx')).SetupAccount),
          at('/logout', async () => (await import('#features/session/web/SignOut.tsx')).SignOut),
          {
            lazy: async () => ({ Component: (await import('./shell/Shell.tsx')).Shell }),
            children: [
              { path: '/mydashboard', Component: () => <Navigate replace to="/mydashboard/index" /> },
              {
                ErrorBoundary: FailedPage,
                children: Object.entries(screens).map(([path, { load }]) => at(path, load)),
              },
            ],
          },
        ],
      },
      at('/openapi', async () => (await import('./wire/CallsPage.tsx')).CallsPage),
      { path: '/401', Component: ForbiddenPage },
      { path: '/404', Component: MissingPage },
      { path: '/redirect/*', Component: RefreshPage },
      { path: '*', Component: UnknownPath },
    ],
  },
])
