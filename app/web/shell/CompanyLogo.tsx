import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import mark from '../../../web/theme/mark.svg'

/** [SHELL-002, ENT-049] The organisation's own logo, or the console's mark and name. */
export function CompanyLogo({ small = false }: { small?: boolean }) {
  const { t } = useTranslation()
  const { company_header_logo2: logo, org_name } = usePerson()
  if (logo)
    return <img className="company-logo" src={`/webapi/${logo}`} alt={org_name} data-small={small || undefined} />
  return (
    <>
      <img src={mark} alt={small ? t('product') : ''} />
      {!small && t('product')}
    </>
  )
}
