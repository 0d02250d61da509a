import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import '#web/light/StatePage.css'

function ThankYou({ of }: { of: 'answer' | 'interest' }) {
  const { t } = useTranslation('site')
  return (
    <PublicPage title={t(`thanks.${of}.title`)}>
      <section className="public-card narrow">
        <h1>{t(`thanks.${of}.title`)}</h1>
        <p className="public-lead">{t(`thanks.${of}.hint`)}</p>
        <Link className="plain-button" to="/">
          {t('thanks.start')}
        </Link>
      </section>
    </PublicPage>
  )
}

/** [ROUTE-001] After a visitor has answered a request. */
export const ThankYouPage = () => <ThankYou of="answer" />

/** [ROUTE-002] After a visitor has asked for contact: a person will answer. */
export const ThankYouPage2 = () => <ThankYou of="interest" />
