import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { joinAddress, roomAddress } from '#features/core/pitch/web/addresses.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { ViewInBrowserSmall } from '#features/notify/mail/web/ViewInBrowser.tsx'
import { client } from '#web/client/client.ts'
import { codeOf, useWording } from '#web/ui/wording.ts'
import { useOwnLink } from './useOwnLink.ts'
import '#web/light/StatePage.css'

/**
 * [ROUTE-067] The email of one pitch by its code; without a code, only what a stranger may know: that a public pitch
 * is there, and where one joins it.
 */
export function PitchMailSmall() {
  const { hash } = useLocation()
  const [hasCode] = useState(() => hash.length > 1)
  return hasCode ? <ViewInBrowserSmall /> : <KnownPitch />
}

function KnownPitch() {
  const { pitchUUID: uuid = '' } = useParams()
  const { t } = useTranslation('mailpages')
  const wording = useWording()
  const [state, setState] = useState<'there' | { failure: unknown }>()
  useEffect(() => {
    let current = true
    client.CheckPitchUUID({ uuid }).then(
      () => current && setState('there'),
      (failure: unknown) => current && setState({ failure }),
    )
    return () => {
      current = false
    }
  }, [uuid])
  const code = typeof state === 'object' ? codeOf(state.failure) : undefined
  const isMissing = code === 'PitchNotFound' || code === 'InputInvalid'
  return (
    <PublicPage title={t('pitch.title')}>
      <div className="public-card narrow" aria-busy={!state}>
        <h1>{t('pitch.title')}</h1>
        {typeof state === 'object' && <p role="alert">{isMissing ? t('calendar.missing') : wording(state.failure)}</p>}
        {state === 'there' && (
          <>
            <p className="public-lead">{t('pitch.hint')}</p>
            <Link className="plain-button" to={joinAddress(uuid)}>
              {t('pitch.join')}
            </Link>
          </>
        )}
      </div>
    </PublicPage>
  )
}

/**
 * [ROUTE-068] Emails new join links to an invited address. Opening the page sends nothing, and every address gets the
 * same answer.
 */
export function ClickHere() {
  const { email: given = '' } = useParams()
  const { pathname } = useLocation()
  const { t } = useTranslation('mailpages')
  const wording = useWording()
  const [email, setEmail] = useState(given.includes('@') ? given : '')
  const [state, setState] = useState<'busy' | 'sent' | { failure: unknown }>()
  // an address does not stay in the history of a browser that others use
  useEffect(
    () => history.replaceState(history.state, '', pathname.replace(/\/click-here\/.*/, '/click-here/me')),
    [pathname],
  )
  function send(event: FormEvent) {
    event.preventDefault()
    setState('busy')
    client.sendJoinLinks({ email }).then(
      () => setState('sent'),
      (failure: unknown) => setState({ failure }),
    )
  }
  return (
    <PublicPage title={t('again.title')}>
      <form className="public-card narrow" onSubmit={send}>
        <h1>{t('again.title')}</h1>
        <p className="public-lead">{t('again.hint')}</p>
        <div className="public-field">
          <label htmlFor="again-email">{t('again.email')}</label>
          <input
            id="again-email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
        </div>
        <button
          type="submit"
          className="plain-button"
          disabled={state === 'busy'}
          aria-busy={state === 'busy' || undefined}
        >
          {t('again.act')}
        </button>
        <p role="status">{state === 'sent' && t('again.sent')}</p>
        {typeof state === 'object' && <p role="alert">{wording(state.failure)}</p>}
      </form>
    </PublicPage>
  )
}

/**
 * [ROUTE-059] Where a reader gives feedback on one pitch: `#uuid.token` is their own link to it, which is exchanged.
 */
export function FeedbackFromMail() {
  const { t } = useTranslation('mailpages')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [{ uuid, token }] = useState(() => {
    const [, uuid = '', token = ''] = /^#([0-9a-f-]{36})\.([\w-]{20,200})$/i.exec(hash) ?? []
    return { uuid, token }
  })
  const { isReady, failure } = useOwnLink(uuid, token)
  const wording = useWording()
  useEffect(() => {
    if (uuid && isReady && !failure) navigate(roomAddress(uuid), { replace: true })
  }, [uuid, isReady, failure, navigate])
  return (
    <PublicPage title={t('feedback.title')}>
      <div className="public-card narrow" aria-busy={Boolean(uuid) && !failure}>
        <h1>{t('feedback.title')}</h1>
        {failure !== undefined && <p role="alert">{wording(failure)}</p>}
        {!uuid && <p className="public-lead">{t('feedback.hint')}</p>}
      </div>
    </PublicPage>
  )
}
