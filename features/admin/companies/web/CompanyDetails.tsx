import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { PICTURE_BYTES, pictureTypes } from '#contract/pictures.ts'
import { History } from '#features/core/audit/web/History.tsx'
import type { Company } from '#features/core/company/contract.ts'
import type { CompanyField } from '#features/core/company/fields.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { companiesCalls } from '../contract.ts'
import { CompanyFacts } from './CompanyFacts.tsx'
import { CompanyFiles } from './CompanyFiles.tsx'
import { CompanyPitches, useSeesPitches } from './CompanyPitches.tsx'
import { CompanyPresenters } from './CompanyPresenters.tsx'
import { CompanySeries } from './CompanySeries.tsx'

/** A company's facts, logo, documents, presenters, pitches, series, and who changed what. */
export function CompanyDetails({ company }: { company: Company }) {
  const { t } = useTranslation('companies')
  const seesPitches = useSeesPitches()
  return (
    <Stack gap="lg">
      <CompanyFacts company={company} />
      <Logo company={company} />
      <CompanyFiles company={company} />
      <CompanyPresenters company={company} />
      {seesPitches && <CompanyPitches id={company.id} />}
      {seesPitches && <CompanySeries id={company.id} />}
      <History
        field={field => t(`field.${field as CompanyField}`)}
        read={limit => callQuery('getCompanyHistory', { id: company.id, limit })}
      />
    </Stack>
  )
}

function Logo({ company: { id, logo, company_name: name } }: { company: Company }) {
  const { t } = useTranslation('companies')
  const refresh = useRefresh(companiesCalls)
  const reset = useRef<() => void>(null)
  const changing = useMutation({
    mutationFn: async (file: File | undefined) => {
      if (file && file.size > PICTURE_BYTES) throw new CallFailed('PictureTooLarge')
      return client.updateCompanyLogo({ id, ...(file && { file }) })
    },
    onSuccess: async changed => {
      doneNotice(t(changed.logo ? 'logo.changed' : 'logo.removed'))
      await refresh()
    },
    onSettled: () => reset.current?.(),
  })
  return (
    <section>
      <Title order={3} size="h4">
        {t('logo.title')}
      </Title>
      <div className="company-logo-now">
        {logo ? (
          <img src={`/webapi/${logo}`} alt={t('logo.now', { name })} />
        ) : (
          <Text c="dimmed">{t('logo.none')}</Text>
        )}
      </div>
      <Group gap="xs">
        <FileButton accept={pictureTypes.join()} onChange={file => file && changing.mutate(file)} resetRef={reset}>
          {props => (
            <Button {...props} variant="default" loading={changing.isPending}>
              {t(logo ? 'logo.replace' : 'logo.choose')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" color="red" disabled={changing.isPending} onClick={() => changing.mutate(undefined)}>
            {t('logo.remove')}
          </Button>
        )}
      </Group>
      <ErrorNotice failure={changing.error} />
    </section>
  )
}
