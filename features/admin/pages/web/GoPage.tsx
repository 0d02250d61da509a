import { Navigate, useLocation, useParams } from 'react-router'
import { redirectOf } from '#features/access/session/web/guard.ts'
import { uuidOfCode } from '#features/core/site/rules.ts'
import { MissingPage } from '#web/light/StatePages.tsx'

/** [ROUTE-009] A short link: to the pitch that its code names, or without one to the landing page. */
export function GoPage() {
  const { code } = useParams()
  const { search } = useLocation()
  if (!code) return <Navigate replace to="/landingpage-login" />
  const uuid = uuidOfCode(code)
  return uuid ? <Navigate replace to={`/join-session/${uuid}${search}`} /> : <MissingPage />
}

/**
 * [ROUTE-006] Where a link in an email leads: on to the page that `redirect` names. The guard there asks for a sign-in
 * where one is needed, and a page of another site is nowhere.
 */
export function AuthRedirectPage() {
  const { search } = useLocation()
  return <Navigate replace to={redirectOf(search) ?? '/'} />
}

/** [NAV-040] /redirect/a/b shows /a/b again. */
export function RefreshPage() {
  const to = useParams()['*'] ?? ''
  const { search } = useLocation()
  return <Navigate replace to={redirectOf(`?redirect=${encodeURIComponent(`/${to}${search}`)}`) ?? '/404'} />
}
