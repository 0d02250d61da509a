import { IconPresentation, IconReportMoney, IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { SocialButtons } from '#features/access/social/web/SocialButtons.tsx'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { useSiteInfo } from '#features/core/site/web/useSiteInfo.ts'
import '#web/light/StatePage.css'

const points = [
  ['present', IconPresentation],
  ['answer', IconReportMoney],
  ['own', IconShieldLock],
] as const

/** [PROD-001, ROUTE-004] What Rostrum is, and the ways to sign in. */
export function LandingPage() {
  const { t } = useTranslation('site')
  const info = useSiteInfo()
  const { search } = useLocation()
  return (
    <PublicPage title={t('landing.title')}>
      <div className="landing">
        <div>
          <h1>{t('landing.title')}</h1>
          <p className="public-lead">{t('landing.lead')}</p>
          <ul className="landing-points">
            {points.map(([point, Icon]) => (
              <li key={point}>
                <Icon aria-hidden />
                <strong>{t(`landing.${point}.title`)}</strong>
                <span>{t(`landing.${point}.hint`)}</span>
              </li>
            ))}
          </ul>
        </div>
        <section className="public-card landing-card" aria-labelledby="ways-in">
          <h2 id="ways-in">{t('landing.in')}</h2>
          <p>{t(info?.registration === 'open' ? 'landing.inOpen' : 'landing.inInvited')}</p>
          <Link className="plain-button" to={`/login${search}`}>
            {t('landing.signIn')}
          </Link>
          {info?.registration === 'open' && (
            <Link className="plain-button quiet" to="/sign-up/account">
              {t('landing.register')}
            </Link>
          )}
          <SocialButtons providers={info?.providers} />
        </section>
      </div>
    </PublicPage>
  )
}
