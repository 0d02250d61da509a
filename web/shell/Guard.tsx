import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { Me } from '#features/session/contract.ts'
import { judge } from '../guard.ts'
import { hasStoredLanguage } from '../i18n/language.ts'
import { useHost } from './host.ts'
import { presenceQuery } from './person.ts'
import { StatePage } from './StatePages.tsx'

/** Shows a screen only when guard.ts lets this person open its address. */
export function Guard() {
  const { t, i18n } = useTranslation(['errors', 'common'])
  const { pathname, search } = useLocation()
  const presence = useQuery(presenceQuery)
  const host = useHost()
  const person = presence.data?.person
  const visitor = useUninterrupted(person)

  useEffect(() => {
    if (person && !hasStoredLanguage()) i18n.changeLanguage(person.language)
  }, [person, i18n])

  if (presence.isPending) return null
  if (!presence.data)
    return (
      <StatePage title={t('errors:Unavailable')} hint="">
        <button type="button" className="plain-button" onClick={() => presence.refetch()}>
          {t('common:act.retry')}
        </button>
      </StatePage>
    )

  const verdict = judge({ path: pathname, search, person: visitor, host })
  if (verdict.may === 'pass') return <Outlet />
  if (verdict.may === 'leave') return <Leave to={verdict.to} />
  // [ERR-003] after a failed verification the way leads over the root
  const to = presence.data.ended ? verdict.to.replace(/^\/login/, '/') : verdict.to
  return <Navigate replace to={to} state={{ noGoBack: verdict.noGoBack, from: pathname }} />
}

/**
 * A text that changes while somebody is at work asks them at their next visit: a form that they have half filled in is
 * worth more than a day.
 */
function useUninterrupted(person: Me | undefined): Me | undefined {
  const settled = useRef<string>(undefined)
  if (person && !person.policy_pending?.length) settled.current = person.user_id
  return person && settled.current === person.user_id ? { ...person, policy_pending: [] } : person
}

/** Goes to another host. */
function Leave({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to])
  return null
}
