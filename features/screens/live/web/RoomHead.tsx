import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSiteInfo } from '#features/core/site/web/useSiteInfo.ts'
import mark from '#web/theme/mark.svg'
import { LanguageSelect } from '#web/ui/LanguageSelect.tsx'

/** The head of the pages outside the room: a link to the start, help, and the language. */
export function RoomHead() {
  const { t } = useTranslation(['room', 'common', 'site'])
  const info = useSiteInfo()
  const product = info?.org_name || t('common:product')
  return (
    <header className="room-head">
      <Link to="/" className="room-brand" aria-label={t('room:head.home', { product })}>
        <img src={info?.logo || mark} data-logo={Boolean(info?.logo) || undefined} alt="" height={32} />
        <span>{product}</span>
      </Link>
      {info?.support_email && (
        <a href={`mailto:${info.support_email}`}>
          <IconMail size={18} aria-hidden /> {t('room:head.help')}
        </a>
      )}
      <LanguageSelect />
    </header>
  )
}
