import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import mark from '#web/theme/mark.svg'
import { LanguageSelect } from '#web/ui/LanguageSelect.tsx'
import './public.css'
import { useSiteInfo } from '#features/core/site/web/useSiteInfo.ts'

interface Props {
  /** For the browser's tab. */
  title: string
  /** `text` for reading, `wide` for everything else. */
  width?: 'text' | 'wide'
  children: ReactNode
}

/** The frame of the pages that anyone may open: light, without the console's widgets. */
export function PublicPage({ title, width = 'wide', children }: Props) {
  const { t } = useTranslation(['site', 'common'])
  const info = useSiteInfo()
  useEffect(() => {
    document.title = `${title} · ${t('common:product')}`
  }, [title, t])
  return (
    <div className="public">
      <header className="public-top">
        <Link to="/landingpage-login" className="public-brand">
          <img src={info?.logo || mark} data-logo={Boolean(info?.logo) || undefined} alt="" height={32} />
          <span>{info?.org_name || t('common:product')}</span>
        </Link>
        <LanguageSelect />
      </header>
      <main className={`public-main ${width}`}>{children}</main>
      <footer className="public-foot">
        <span>{info?.operator_name || t('common:product')}</span>
        <nav aria-label={t('site:foot.label')}>
          <Link to="/privacy-policy">{t('site:policy.privacy-policy')}</Link>
          <Link to="/terms-of-service">{t('site:policy.terms-of-service')}</Link>
          {info?.support_email && <a href={`mailto:${info.support_email}`}>{t('site:foot.contact')}</a>}
        </nav>
      </footer>
    </div>
  )
}
