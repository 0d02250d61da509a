import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { doorLanguage } from '#features/access/session/web/doorLanguage.ts'
import { judge, type Visit } from '#features/access/session/web/guard.ts'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { hasStoredLanguage } from '#web/i18n/language.ts'
import { StatePage } from '#web/light/StatePages.tsx'
import { CrossesProvider } from '#web/ui/record/crosses.ts'

/** Shows a screen only when guard.ts lets this person open its address. */
export function Guard({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation(['errors', 'common'])
  const { pathname, search } = useLocation()
  const presence = useQuery(presenceQuery)
  const host = useHost()
  const person = presence.data?.person

  useEffect(() => {
    // a session that waits for its second step may not change anything
    if (!person || person.tl_2fa_status === 'pending') return
    const chosen = doorLanguage.take()
    if (chosen && chosen !== person.language) client.updateLanguage({ language: chosen }).catch(() => {})
    else if (!hasStoredLanguage()) i18n.changeLanguage(person.language)
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

  const verdict = judge({ path: pathname, search, person, host })
  if (verdict.may === 'pass')
    return <CrossesProvider value={person?.roles.includes('superadmin') ?? false}>{children}</CrossesProvider>
  if (verdict.may === 'leave') return <Leave to={verdict.to} />
  // [ERR-003] after a failed verification the way leads over the root
  const to = presence.data.ended ? verdict.to.replace(/^\/login/, '/') : verdict.to
  return <Navigate replace to={to} state={{ noGoBack: verdict.noGoBack, from: pathname }} />
}

/** Goes to another host. */
function Leave({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to])
  return null
}

/**
 * [NAV-037] What the server says of the host in the address bar, asked once a page load because it cannot change within
 * one. The server sends foreign hosts away by itself: this is for a page that some cache in between has kept.
 */
export function useHost(): Visit['host'] {
  const name = location.hostname
  const { data } = useQuery({
    queryKey: ['host', name],
    queryFn: () => client.checkAllowedHost({ host: location.host }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: name !== 'localhost',
  })
  return data && { name, ...data }
}
