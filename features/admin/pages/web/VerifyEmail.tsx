import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { CODE_LENGTH } from '#features/core/account/factorRules.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { client } from '#web/client/client.ts'
import { codeOf, useWording } from '#web/ui/wording.ts'
import '#web/light/StatePage.css'
import '#features/core/site/web/public.css'

/**
 * [ROUTE-057] Where the email that proves an address leads; its code is behind the `#`, which no server is told.
 * Opening the page changes nothing, as mail programs open links by themselves.
 */
export const VerifyEmail = () => <CodePage />

/**
 * [ROUTE-069] The same for a person who was emailed a code and opens the page without its link: they type it, or
 * request another.
 */
export const SendCode = () => <CodePage again />

function CodePage({ again = false }: { again?: boolean }) {
  const { t } = useTranslation('site')
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const wording = useWording()
  const [code, setCode] = useState(() => hash.replace(/\D/g, '').slice(0, CODE_LENGTH))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => history.replaceState(history.state, '', pathname), [pathname])

  async function confirm(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    try {
      const { email } = await client.confirmEmail({ code })
      navigate('/email/verifysuccess', { replace: true, state: { email } })
    } catch (failed) {
      const why = codeOf(failed)
      const back = `/login?redirect=${encodeURIComponent(`${pathname}#${code}`)}`
      if (why === 'NotSignedIn' || why === 'TokenExpired') navigate(back)
      else if (failed instanceof CallFailed && why !== 'Unavailable' && why !== 'Internal')
        navigate('/email/verifyfailure', { replace: true, state: { why } })
      else setFailure(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <PublicPage title={t('verify.title')}>
      <form className="public-card narrow" onSubmit={confirm}>
        <h1>{t('verify.title')}</h1>
        <p className="public-lead">{t('verify.hint')}</p>
        <div className="public-field">
          <label htmlFor="verify-code">{t('verify.code')}</label>
          <input
            id="verify-code"
            className="tabular"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\s*\d{4}\s*\d{4}\s*"
            maxLength={12}
            required
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
          />
        </div>
        {failure ? <p role="alert">{wording(failure)}</p> : null}
        <button type="submit" className="plain-button" disabled={busy} aria-busy={busy || undefined}>
          {t('verify.act')}
        </button>
        {again && <AnotherCode />}
      </form>
    </PublicPage>
  )
}

/** Emails another code to the address that waits for one, for a person who has signed in. */
function AnotherCode() {
  const { t } = useTranslation(['mailpages', 'errors'])
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const wording = useWording()
  const [state, setState] = useState<'busy' | 'sent' | { failure: unknown }>()
  function ask() {
    setState('busy')
    client.resendEmail({}).then(
      () => setState('sent'),
      (failure: unknown) => {
        const why = codeOf(failure)
        if (why === 'NotSignedIn' || why === 'TokenExpired') navigate(`/login?redirect=${encodeURIComponent(pathname)}`)
        else setState({ failure })
      },
    )
  }
  return (
    <>
      <button type="button" className="plain-button quiet" disabled={state === 'busy'} onClick={ask}>
        {t('mailpages:code.again')}
      </button>
      <p role="status">{state === 'sent' && t('mailpages:code.sent')}</p>
      {typeof state === 'object' && <p role="alert">{wording(state.failure)}</p>}
    </>
  )
}

/** [ROUTE-056] */
export function VerifySuccess() {
  const { t } = useTranslation('site')
  const { state } = useLocation()
  const email = typeof state?.email === 'string' ? state.email : ''
  return (
    <PublicPage title={t('verify.done')}>
      <section className="public-card narrow">
        <h1>{t('verify.done')}</h1>
        <p className="public-lead">{email ? t('verify.doneHint', { email }) : t('verify.doneHintPlain')}</p>
        <Link className="plain-button" to="/">
          {t('thanks.start')}
        </Link>
      </section>
    </PublicPage>
  )
}

/** [ROUTE-055] Says why, and where another mail is asked for. */
export function VerifyFailure() {
  const { t } = useTranslation(['site', 'errors'])
  const { state } = useLocation()
  const known = [
    'EmailCodeWrong',
    'NothingToConfirm',
    'EmailExists',
    'NotWhileImpersonating',
    'TooManyRequests',
  ] as const
  const why = known.find(one => one === state?.why)
  return (
    <PublicPage title={t('site:verify.failed')}>
      <section className="public-card narrow">
        <h1>{t('site:verify.failed')}</h1>
        <p className="public-lead">{why ? t(`errors:${why}`) : t('site:verify.failedHint')}</p>
        <Link className="plain-button" to="/personal-info/profile">
          {t('site:verify.again')}
        </Link>
      </section>
    </PublicPage>
  )
}
