import { Button, Select, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { writeItems } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'
import type { companyCalls } from '../companyCalls.ts'
import type { FormProps } from './formState.ts'
import type { PitchForm } from './pitchForm.ts'
import { type Of, useCompanySearch } from './useCompanySearch.ts'

export type CompanyTexts = Answer<typeof companyCalls.getPitchCompany>

/** The texts of a form that a company has too. */
const shared = ['company_name', 'about', 'highlights', 'obfuscated_company_name', 'obfuscated_description'] as const

/** The texts of the chosen company where the form has none, or those of the company that was chosen before. */
export function filledFrom(form: PitchForm, company: CompanyTexts, before?: CompanyTexts): Partial<PitchForm> {
  const free = shared.filter(field => !form[field]?.trim() || form[field] === before?.[field])
  return { company_id: company.id, ...Object.fromEntries(free.map(field => [field, company[field]])) }
}

/** The first company of the caller, with its texts: null for none, undefined until it is known. */
export function useFirstCompany(): CompanyTexts | null | undefined {
  const list = useQuery(callQuery('getPitchCompanyList', { limit: 1 }, 'pitch'))
  const [first] = list.data?.items ?? []
  const id = first?.is_first ? first.id : undefined
  const texts = useQuery({ ...callQuery('getPitchCompany', { id: id ?? '' }, 'pitch'), enabled: id !== undefined })
  if (list.isPending || (id !== undefined && texts.isPending)) return undefined
  return texts.data ?? null
}

interface Props extends Pick<FormProps, 'form' | 'change' | 'errors'> {
  /** The pitch that is changed; without it, a new one is planned. */
  uuid?: string
  /** For whom an admin plans it, with that presenter's first company. */
  presenterId?: string | undefined
}

/** The company that a pitch takes over. Not there for presenters who speak for none. */
export function CompanyField({ form, change, errors, uuid, presenterId }: Props) {
  const { t, i18n } = useTranslation('pitch')
  const queries = useQueryClient()
  const of: Of = uuid ? { uuid } : presenterId ? { user_id: presenterId } : {}
  const chosen = useQuery({
    ...callQuery('getPitchCompany', { id: form.company_id ?? '', ...(uuid && { uuid }) }, 'pitch'),
    enabled: Boolean(form.company_id),
  }).data
  const { list, found, field, isEmpty } = useCompanySearch(of, chosen)
  const first = presenterId && form.company_id === undefined && !list.isPlaceholderData ? found[0] : undefined

  async function choose(id: string | null) {
    if (!id) return change({ company_id: '' })
    const company = await queries.fetchQuery(callQuery('getPitchCompany', { id, ...(uuid && { uuid }) }, 'pitch'))
    change(filledFrom(form, company, chosen))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the companies of the chosen presenter are known
  useEffect(() => {
    if (first?.is_first) void choose(first.id)
  }, [first?.id])

  if (!form.company_id && isEmpty) return null
  const differing = chosen ? shared.filter(field => chosen[field] && chosen[field] !== (form[field] ?? '')) : []
  const fields = differing.map(field => t(`drift.field.${field}`))
  return (
    <div>
      <Select
        label={t('companyPick.label')}
        description={t('companyPick.hint')}
        {...field}
        value={form.company_id || null}
        onChange={id => void choose(id)}
        error={errors.company_id}
      />
      {chosen && differing.length > 0 && (
        <Text size="sm" c="dimmed" mt={4} role="status">
          {t('companyPick.differs', { fields: writeItems(fields, i18n.language) })}{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => change(Object.fromEntries(differing.map(field => [field, chosen[field]])))}
          >
            {t('companyPick.use')}
          </Button>
        </Text>
      )}
    </div>
  )
}
