import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Company } from '#features/core/company/contract.ts'
import { client } from '#web/client/client.ts'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { Entity, Facts } from '#web/ui/record/Entity.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { TimeAgo } from '#web/ui/Time.tsx'
import { type Uploaded, UploadedFiles } from '#web/ui/UploadedFiles.tsx'
import { enterpriseCalls, type Submission } from '../contract.ts'
import { idCardNumberOf, licenceNumberOf } from '../numbers.ts'
import { evidenceKinds } from '../rules.ts'
import { Evidence } from './Evidence.tsx'
import { SubmissionBadge, VerificationBadge } from './states.tsx'

/** Where a company stands, the form that submits it, and what was submitted before. */
export function VerifyCompany({ company, onDone }: { company: Company; onDone: () => Promise<unknown> }) {
  const { t } = useTranslation(['enterprise', 'companies'])
  const [address] = useSearchParams()
  const submissions = useQuery(callQuery('getEnterpriseVerificationList', { company_id: company.id, limit: 50 }))
  const mayBeSubmitted = company.verification === 'notVerified' || company.verification === 'rejected'
  const isComplete = Boolean(company.legal_name && company.country)
  return (
    <Stack>
      <Facts facts={[[t('enterprise:standing'), <VerificationBadge key="state" state={company.verification} />]]} />
      {mayBeSubmitted && !isComplete && (
        <Alert color="yellow">
          <Text size="sm">{t('enterprise:incomplete')}</Text>
          <Button mt="xs" size="xs" variant="default" component={Link} to={{ search: editing(address, company.id) }}>
            {t('companies:edit')}
          </Button>
        </Alert>
      )}
      {mayBeSubmitted && isComplete && <SubmissionForm company={company} onDone={onDone} />}
      <Title order={3} size="h4">
        {t('enterprise:history')}
      </Title>
      <Entity query={submissions}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('enterprise:none')}</Text>
          ) : (
            items.map(submission => <PastSubmission key={submission.id} submission={submission} />)
          )
        }
      </Entity>
    </Stack>
  )
}

/** The list as it is, with the company's form open in place of this panel. */
function editing(address: URLSearchParams, id: string): string {
  const after = new URLSearchParams(address)
  after.delete('verify')
  after.set('edit', id)
  return String(after)
}

function PastSubmission({ submission }: { submission: Submission }) {
  const { t } = useTranslation('enterprise')
  const { state, reason, licence_number, id_card_number, submitted_by, submitted_on, reviewed_on, evidence } =
    submission
  return (
    <Facts
      facts={[
        [t('column.state'), <SubmissionBadge key="state" state={state} />],
        [t('reason'), reason],
        [t('column.licence'), licence_number],
        [t('column.idCard'), id_card_number],
        evidence.length > 0 && [t('column.evidence'), <Evidence key="evidence" evidence={evidence} />],
        [t('column.by'), submitted_by],
        [t('column.submitted'), <TimeAgo key="submitted" at={submitted_on} />],
        reviewed_on !== null && [t('reviewed'), <TimeAgo key="reviewed" at={reviewed_on} />],
      ]}
    />
  )
}

function SubmissionForm({ company, onDone }: { company: Company; onDone: () => Promise<unknown> }) {
  const { t } = useTranslation('enterprise')
  const { id: company_id, company_name: name, country } = company
  const [files, setFiles] = useState<Uploaded[]>([])
  const refresh = useRefresh(enterpriseCalls)
  const form = useCallForm(enterpriseCalls, 'submitEnterpriseVerification', {
    start: { company_id },
    check: ({ licence_number, id_card_number }) => ({
      licence_number: licenceNumberOf(licence_number, country) === undefined && 'licenceNumber',
      id_card_number: idCardNumberOf(id_card_number, country, new Date()) === undefined && 'idCardNumber',
    }),
    send: input => client.submitEnterpriseVerification({ ...input, evidence_ids: files.map(({ id }) => id) }),
    done: t('form.done', { name }),
    onDone: async () => {
      await Promise.all([onDone(), refresh()])
    },
  })
  const secret = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'characters' }
  return (
    <CallForm within form={form} act={t('form.act')} failed={t('form.failed')}>
      <Text c="dimmed">{t('form.hint')}</Text>
      <TextInput
        label={t('form.licence')}
        {...(country === 'CN' && { description: t('form.licenceHintCN') })}
        {...secret}
        {...form.text('licence_number')}
      />
      <TextInput label={t('form.idCard')} {...secret} {...form.text('id_card_number')} />
      <UploadedFiles
        {...{ files, onChange: setFiles, accept: '.pdf,application/pdf' }}
        kinds={evidenceKinds.map(kind => ({
          label: t(`form.${kind}File`),
          icon: IconFileTypePdf,
          upload: file => client.createEnterpriseEvidence({ company_id, kind, file }),
        }))}
      />
    </CallForm>
  )
}
