import { Suspense, useEffect } from 'react'
import { BrowserRouter, matchPath, Route, Routes, useLocation, useNavigationType } from 'react-router'
import { Waiting } from '#web/light/StatePages.tsx'
import { fetchPages, type Load, page } from './page.tsx'
import { roomPages } from './roomPages.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'

const importOthers = () => import('./consolePages.tsx')
const loadOthers: Load = async () => (await importOthers()).ConsolePages

/** Pages that redirect by themselves, and their targets. */
const follows: ReadonlyMap<Load | undefined, Load[]> = new Map([
  [roomPages['/join-session/:pitchUUID'], [roomPages['/join-session-wait']].filter(load => load !== undefined)],
])

const routes = (
  <Routes>
    {Object.entries(roomPages).map(([path, load]) => (
      <Route key={path} path={path} element={page(load)} />
    ))}
    <Route path="*" element={page(loadOthers)} />
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

/** Fetches what an address needs before it is shown. */
export async function preload(path: string): Promise<void> {
  const load = Object.entries(roomPages).find(([pattern]) => matchPath(pattern, path))?.[1]
  if (load) await fetchPages([load, ...(follows.get(load) ?? [])])
  else
    await Promise.all([fetchPages([loadOthers]), importOthers().then(others => others.preload(path))]).catch(() => {})
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
