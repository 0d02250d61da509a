import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { answerOnce, backOf } from '#features/access/social/web/callback.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { client } from '#web/client/client.ts'
import { useWording } from '#web/ui/wording.ts'
import { formPath, keepFetched, selectPath } from './chosen.ts'
import '#web/light/StatePage.css'

/** [ROUTE-033] Where Google sends the browser back to: fetches the contacts, and goes on to choose among them. */
export function GoogleCallback() {
  const { t } = useTranslation('contacts')
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [back] = useState(() => backOf(search))
  const [failure, setFailure] = useState<unknown>()
  // the answer leaves the address bar at once
  useEffect(() => history.replaceState(history.state, '', pathname), [pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is taken once
  useEffect(() => {
    if (back.kind !== 'answer') return
    let current = true
    const { code, state, iss } = back
    answerOnce(state, () => client.importGoogleContacts({ code, state, iss })).then(
      contacts => {
        if (!current) return
        keepFetched(contacts)
        navigate(selectPath(formPath(contacts.go_to)), { replace: true })
      },
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [])
  if (back.kind === 'answer' && !failure)
    return (
      <PublicPage title={t('callback.busy')}>
        <section className="public-card narrow" aria-busy>
          <h1>{t('callback.busy')}</h1>
        </section>
      </PublicPage>
    )
  return <Ended why={back.kind === 'cancelled' ? 'cancelled' : 'failed'} failure={failure} />
}

/** Why nothing was fetched. What Google writes into the address is never shown. */
function Ended({ why, failure }: { why: 'cancelled' | 'failed'; failure: unknown }) {
  const { t } = useTranslation('contacts')
  const wording = useWording()
  const title = t(`callback.${why}`)
  return (
    <PublicPage title={title}>
      <section className="public-card narrow">
        <h1>{title}</h1>
        <p className="public-lead" role="alert">
          {failure ? wording(failure) : t(`callback.${why}Hint`)}
        </p>
        <Link className="plain-button" to="/pitches/select-google-contacts">
          {t('callback.again')}
        </Link>
      </section>
    </PublicPage>
  )
}
