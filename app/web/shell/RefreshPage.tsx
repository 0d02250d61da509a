import { Navigate, useLocation, useParams } from 'react-router'
import { redirectOf } from '#features/access/session/web/guard.ts'

/** [NAV-040] /redirect/a/b shows /a/b anew. */
export function RefreshPage() {
  const to = useParams()['*'] ?? ''
  const { search } = useLocation()
  return <Navigate replace to={redirectOf(`?redirect=${encodeURIComponent(`/${to}${search}`)}`) ?? '/404'} />
}
