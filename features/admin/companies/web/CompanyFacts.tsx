import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { VerificationBadge } from '#features/admin/enterprise/web/states.tsx'
import type { Company } from '#features/core/company/contract.ts'
import { socialNetworks } from '#features/core/company/links.ts'
import { countryName } from '#features/core/company/web/PlaceFields.tsx'
import { type Fact, Facts } from '#web/ui/record/Entity.tsx'

/** What is known of a company in a few words: names, verification, contact and address. */
export function CompanyFacts({ company }: { company: Company }) {
  const { t, i18n } = useTranslation('companies')
  const { industry, website, address_1, address_2, city, state, zip } = company
  const place = [city, state, zip].filter(Boolean).join(' ')
  const address = [address_1, address_2, place, countryName(company.country, i18n.language)].filter(Boolean)
  const facts: Fact[] = [
    [t('field.legal_name'), company.legal_name],
    [t('field.industry'), industry && t(`industry.${industry as 'Other'}`)],
    [t('column.verification'), <VerificationBadge key="state" state={company.verification} />],
    [t('field.brief_description'), company.brief_description],
    [t('field.phone'), company.phone],
    [t('field.website'), website && <Outside key="website" href={website} />],
    [t('section.address'), address.length > 0 && address.map(line => <div key={line}>{line}</div>)],
    ...socialNetworks.map((network): Fact => {
      const href = company[network]
      return [t(`field.${network}`), href && <Outside key={network} href={href} />]
    }),
    [t('field.obfuscated_company_name'), company.obfuscated_company_name],
  ]
  return <Facts facts={facts} />
}

/** An address elsewhere, which somebody typed. */
function Outside({ href }: { href: string }): ReactNode {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow">
      {href.replace(/^https?:\/\//, '')}
    </Anchor>
  )
}
