import { Anchor, Button, FileButton, Group, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import type { Company } from '#features/core/company/contract.ts'
import { type CompanyDocument, companyDocuments } from '#features/core/company/rules.ts'
import { MAX_DOCUMENT_BYTES } from '#features/core/pitch/rules.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { useRefresh } from '#web/ui/record/callQuery.ts'
import { companiesCalls } from '../contract.ts'

const textOf = { about: 'about_the_company', highlights: 'company_highlights' } as const

/** [ENT-059] The documents beside a company's texts. */
export function CompanyFiles({ company }: { company: Company }) {
  const { t } = useTranslation('companies')
  return (
    <section>
      <Title order={3} size="h4">
        {t('documents.title')}
      </Title>
      <Text c="dimmed">{t('documents.hint')}</Text>
      <ul className="company-people">
        {companyDocuments.map(text => (
          <FileRow key={text} company={company} text={text} />
        ))}
      </ul>
    </section>
  )
}

function FileRow({ company, text }: { company: Company; text: CompanyDocument }) {
  const { t } = useTranslation('companies')
  const refresh = useRefresh(companiesCalls)
  const reset = useRef<() => void>(null)
  const document = company[`${text}_file`]
  const named = (act: string) => t('documents.of', { act, text: t(`field.${textOf[text]}`) })
  const changing = useMutation({
    mutationFn: async (file: File | undefined) => {
      if (file && file.size > MAX_DOCUMENT_BYTES) throw new CallFailed('DocumentTooLarge')
      return client.updateCompanyDocument({ id: company.id, document: text, ...(file && { file }) })
    },
    onSuccess: async (_, file) => {
      doneNotice(t(file ? 'documents.changed' : 'documents.removed'))
      await refresh()
    },
    onSettled: () => reset.current?.(),
  })
  const act = t(document ? 'documents.replace' : 'documents.add')
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={600}>{t(`field.${textOf[text]}`)}</Text>
          {document ? (
            <Anchor href={document.url}>{document.filename}</Anchor>
          ) : (
            <Text c="dimmed">{t('documents.none')}</Text>
          )}
        </div>
        <Group gap="xs">
          <FileButton
            accept=".pdf,application/pdf"
            onChange={file => file && changing.mutate(file)}
            resetRef={reset}
            inputProps={{ 'aria-label': named(act) }}
          >
            {props => (
              <Button {...props} variant="default" loading={changing.isPending} aria-label={named(act)}>
                {act}
              </Button>
            )}
          </FileButton>
          {document && (
            <Button
              variant="subtle"
              color="red"
              disabled={changing.isPending}
              aria-label={named(t('documents.remove'))}
              onClick={() => changing.mutate(undefined)}
            >
              {t('documents.remove')}
            </Button>
          )}
        </Group>
      </Group>
      <ErrorNotice failure={changing.error} />
    </li>
  )
}
