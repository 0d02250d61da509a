import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import './StatePage.css'

/** A page with a state and what to do: plain, so that it shows even when the console cannot load. */
export function StatePage({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${title} · ${t('product')}`
  }, [title, t])
  return (
    <main className="state-page">
      <h1>{title}</h1>
      <p>{hint}</p>
      <div className="state-page-acts">{children}</div>
    </main>
  )
}

/** A page whose code takes long to load. */
export function Waiting() {
  const { t } = useTranslation()
  return (
    <p className="page-waits" role="status">
      {t('loading')}
    </p>
  )
}

/** [ERR-043, PERM-082] */
export function ForbiddenPage() {
  const { t } = useTranslation('shell')
  const { state } = useLocation()
  return (
    <StatePage title={t('page.forbidden')} hint={t('page.forbiddenHint')}>
      <StartLink />
      {!state?.noGoBack && <BackButton />}
    </StatePage>
  )
}

/** [ERR-042] */
export function MissingPage() {
  const { t } = useTranslation('shell')
  const { state } = useLocation()
  return (
    <StatePage title={t('page.missing')} hint={t('page.missingHint')}>
      <StartLink />
      {state?.from && <code>{state.from}</code>}
    </StatePage>
  )
}

/** [NAV-002] */
export function UnknownPath() {
  const { pathname } = useLocation()
  return <Navigate replace to="/404" state={{ from: pathname }} />
}

const StartLink = () => {
  const { t } = useTranslation('shell')
  return (
    <Link className="plain-button" to="/">
      {t('page.home')}
    </Link>
  )
}

const BackButton = () => {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return (
    <button type="button" className="plain-button quiet" onClick={() => navigate(-1)}>
      {t('page.back')}
    </button>
  )
}
