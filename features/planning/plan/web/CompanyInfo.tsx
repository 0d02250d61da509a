import { Alert, Anchor, Box, Skeleton, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { companyTexts, isLockedFor } from '#features/core/pitch/rules.ts'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { pitchQuery, useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, FormSection, Page } from '#web/ui/Page.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { planCalls } from '../contract.ts'
import { CompanyDrift } from './CompanyDrift.tsx'
import { DisclosureFields } from './DisclosureFields.tsx'
import { PitchDocuments } from './PitchDocuments.tsx'

/** [SCREEN-006] What a pitch says of its company: texts, documents, logo, who may know it, and its company's record. */
export function CompanyInfo() {
  const { t } = useTranslation('pitch')
  const { uuid = '' } = useParams()
  const { roles } = usePerson()
  const [taken, setTaken] = useState(0)
  const { data: pitch, error, refetch } = useQuery(pitchQuery(uuid))
  return (
    <Page title={t('companyInfo.title')} {...(pitch && { hint: pitch.presentation_name })}>
      {!pitch ? (
        error ? (
          <ErrorNotice failure={error} retry={refetch} />
        ) : (
          <FormColumn>
            <Skeleton height={480} />
          </FormColumn>
        )
      ) : !pitchActs(pitch).manage ? (
        <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
          {t('companyInfo.notYours')}
        </Alert>
      ) : isLockedFor(pitch.is_locked, roles) ? (
        <ErrorNotice failure={new CallFailed('PitchLocked')} />
      ) : (
        <FormColumn>
          <FormSection title={t('drift.title')}>
            <CompanyDrift pitch={pitch} onTaken={() => setTaken(taken + 1)} />
          </FormSection>
          {/* what was taken over replaces what the form began with */}
          <InfoForm key={`${pitch.uuid} ${taken}`} pitch={pitch} />
          <Box mt="xl">
            <FormSection title={t('document.title')} hint={t('document.hint')}>
              <PitchDocuments pitch={pitch} />
            </FormSection>
          </Box>
          <Anchor component={Link} to={pitchPaths.view(pitch)}>
            {t('act.view')}
          </Anchor>
        </FormColumn>
      )}
    </Page>
  )
}

function InfoForm({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const refresh = useRefreshPitches()
  const form = useCallForm(planCalls, 'updateSgCompanyInfo', {
    start: {
      ...{ uuid: pitch.uuid, about: pitch.about, highlights: pitch.highlights, dealterms: pitch.dealterms },
      company_disclosure: pitch.company_disclosure,
      obfuscated_company_name: pitch.obfuscated_company_name,
      obfuscated_description: pitch.obfuscated_description,
      attach_pdfs_to_company_info_section: pitch.attach_pdfs_to_company_info_section,
    },
    changesOnly: true,
    done: t('companyInfo.saved'),
    onDone: refresh,
  })
  const error = (field: 'company_disclosure' | 'obfuscated_company_name' | 'obfuscated_description') =>
    form.choice(field).error
  return (
    <CallForm form={form} gap={0} act={t('companyInfo.save')} failed={t('companyInfo.failed')}>
      <FormSection title={t('companyInfo.texts')} hint={t('companyInfo.textsHint')}>
        {companyTexts.map(text => (
          <Textarea
            key={text}
            label={t(`field.${text}`)}
            description={t(`field.${text}Hint`)}
            autosize
            minRows={3}
            maxRows={14}
            {...form.text(text)}
          />
        ))}
      </FormSection>
      <FormSection title={t('section.company')} hint={t('section.companyHint')}>
        <DisclosureFields
          form={form.values}
          change={part => form.set(part)}
          errors={{
            obfuscated_company_name: error('obfuscated_company_name'),
            obfuscated_description: error('obfuscated_description'),
          }}
        />
      </FormSection>
    </CallForm>
  )
}
