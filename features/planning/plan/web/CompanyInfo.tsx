import { Anchor, Box, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { companyTexts } from '#features/core/pitch/rules.ts'
import { useIsLocked } from '#features/core/pitch/web/lock.tsx'
import { Closed, PitchPage } from '#features/core/pitch/web/PitchPage.tsx'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, FormSection } from '#web/ui/Page.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { planCalls } from '../contract.ts'
import { CompanyDrift } from './CompanyDrift.tsx'
import { DisclosureFields } from './DisclosureFields.tsx'
import { PitchDocuments } from './PitchDocuments.tsx'

/** [SCREEN-006] What a pitch says of its company: texts, documents, logo, who may know it, and its company's record. */
export function CompanyInfo() {
  const { t } = useTranslation('pitch')
  return <PitchPage title={t('companyInfo.title')}>{pitch => <Info pitch={pitch} />}</PitchPage>
}

function Info({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const [taken, setTaken] = useState(0)
  const locked = useIsLocked(pitch)
  if (!pitchActs(pitch).manage) return <Closed>{t('companyInfo.notYours')}</Closed>
  if (locked) return <ErrorNotice failure={new CallFailed('PitchLocked')} />
  return (
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
