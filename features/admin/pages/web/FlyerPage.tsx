import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSiteInfo } from '#features/core/site/web/useSiteInfo.ts'
import mark from '#web/theme/mark.svg'
import { LanguageSelect } from '#web/ui/LanguageSelect.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import './flyer.css'
import '#web/light/StatePage.css'

const steps = ['one', 'two', 'three', 'four'] as const

function Flyer({ to }: { to: 'presenters' | 'investors' }) {
  const { t } = useTranslation(['site', 'common'])
  const info = useSiteInfo()
  const address = info?.main_url ?? location.origin
  useEffect(() => {
    document.title = `${t('site:flyer.title')} · ${t('common:product')}`
  }, [t])
  return (
    <div className="flyer-desk">
      <header className="flyer-tools">
        <LanguageSelect />
        <button type="button" className="plain-button" onClick={() => print()}>
          {t('site:flyer.print')}
        </button>
      </header>
      <main className="flyer">
        <header>
          <img src={mark} alt="" width={48} height={48} />
          <span>{info?.org_name || t('common:product')}</span>
        </header>
        <h1>{t(`site:flyer.${to}.title`)}</h1>
        <p className="flyer-lead">{t(`site:flyer.${to}.lead`)}</p>
        <ol>
          {steps.map(step => (
            <li key={step}>
              <strong>{t(`site:flyer.${to}.${step}.title`)}</strong>
              <span>{t(`site:flyer.${to}.${step}.text`)}</span>
            </li>
          ))}
        </ol>
        <footer>
          <div>
            <p>{t(`site:flyer.${to}.needs`)}</p>
            <p className="flyer-address">{address.replace(/^https?:\/\//, '')}</p>
            {info?.support_email && <p>{info.support_email}</p>}
            {info?.operator_name && <p>{info.operator_name}</p>}
          </div>
          <QrCode text={address} label={t('site:flyer.code', { address })} />
        </footer>
      </main>
    </div>
  )
}

/** [ROUTE-054] One page to print, for people who will present. */
export const FlyerPage = () => <Flyer to="presenters" />

/** [ROUTE-054] The same for attendees. */
export const FlyerPage2 = () => <Flyer to="investors" />
