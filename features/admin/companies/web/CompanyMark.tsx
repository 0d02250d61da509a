import { Group } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import type { CompanyItem } from '#features/core/company/contract.ts'
import './CompanyMark.css'

/** A company in a list: its logo or what stands for one, its short name and, below it, its legal name. */
export function CompanyMark({ company }: { company: Pick<CompanyItem, 'logo' | 'company_name' | 'legal_name'> }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <span className="company-mark" aria-hidden>
        {company.logo ? (
          <img src={`/webapi/${company.logo}`} alt="" data-logo loading="lazy" />
        ) : (
          <IconBuilding size={20} />
        )}
      </span>
      <span>
        <span className="company-name">{company.company_name}</span>
        {company.legal_name && <span className="company-legal">{company.legal_name}</span>}
      </span>
    </Group>
  )
}
