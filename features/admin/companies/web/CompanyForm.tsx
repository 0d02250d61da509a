import { Group, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { OrganisationChoice } from '#features/core/account/web/OrganisationChoice.tsx'
import { hasZip } from '#features/core/company/address.ts'
import type { Company } from '#features/core/company/contract.ts'
import { brokenFormats } from '#features/core/company/fields.ts'
import { socialNetworks } from '#features/core/company/links.ts'
import { CountrySelect, StateField } from '#features/core/company/web/PlaceFields.tsx'
import { client } from '#web/client/client.ts'
import { FormSection } from '#web/ui/Page.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { type CallForm as Form, useCallForm } from '#web/ui/record/useCallForm.ts'
import { companiesCalls } from '../contract.ts'

type CompanyCall = Form<typeof companiesCalls.createCompany>

interface Props {
  /** The company to change; without it a new one is created. */
  company?: Company
  onDone: () => void
}

/** A company's name, texts, contact and address. */
export function CompanyForm({ company, onDone }: Props) {
  const { t } = useTranslation('companies')
  const form = useCallForm(companiesCalls, 'createCompany', {
    start: { ...(company as object) },
    check: brokenFormats,
    // only what was changed, so that another person's change of other fields stays
    changesOnly: company !== undefined,
    send: input => (company ? client.updateCompany({ ...input, id: company.id }) : client.createCompany(input)),
    done: (_, { company_name }) => t(company ? 'done.update' : 'done.create', { name: company_name }),
    onDone,
  })
  return (
    <CallForm
      form={form}
      gap={0}
      act={t(company ? 'save' : 'create')}
      failed={t(company ? 'failed.update' : 'failed.create')}
      onCancel={onDone}
    >
      <NameFields form={form} isNew={!company} />
      <TextFields form={form} />
      <ContactFields form={form} />
      <AddressFields form={form} />
    </CallForm>
  )
}

function NameFields({ form, isNew }: { form: CompanyCall; isNew: boolean }) {
  const { t } = useTranslation('companies')
  return (
    <FormSection title={t('section.identity')} hint={t('section.identityHint')}>
      <TextInput
        label={t('field.company_name')}
        description={t('hint.company_name')}
        data-autofocus
        {...form.text('company_name')}
      />
      <TextInput label={t('field.legal_name')} {...form.text('legal_name')} />
      <Select
        label={t('field.industry')}
        allowDeselect={false}
        data={form.options('industry', industry => (industry ? t(`industry.${industry}`) : t('noIndustry')))}
        {...form.choice('industry')}
      />
      {isNew && <OrganisationChoice {...form.choice('org_id')} />}
    </FormSection>
  )
}

function TextFields({ form }: { form: CompanyCall }) {
  const { t } = useTranslation('companies')
  const long = { autosize: true, minRows: 3, maxRows: 12 }
  return (
    <>
      <FormSection title={t('section.texts')} hint={t('section.textsHint')}>
        <Textarea label={t('field.brief_description')} autosize minRows={2} {...form.text('brief_description')} />
        <Textarea label={t('field.about_the_company')} {...long} {...form.text('about_the_company')} />
        <Textarea label={t('field.company_highlights')} {...long} {...form.text('company_highlights')} />
      </FormSection>
      <FormSection title={t('section.undisclosed')} hint={t('section.undisclosedHint')}>
        <TextInput
          label={t('field.obfuscated_company_name')}
          description={t('hint.company_name')}
          {...form.text('obfuscated_company_name')}
        />
        <Textarea label={t('field.obfuscated_description')} {...long} {...form.text('obfuscated_description')} />
      </FormSection>
    </>
  )
}

function ContactFields({ form }: { form: CompanyCall }) {
  const { t } = useTranslation('companies')
  return (
    <FormSection title={t('section.contact')}>
      <TextInput
        type="tel"
        autoComplete="off"
        label={t('field.phone')}
        description={t('hint.phone')}
        {...form.text('phone')}
      />
      <TextInput
        type="url"
        autoComplete="off"
        label={t('field.website')}
        description={t('hint.website')}
        {...form.text('website')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {socialNetworks.map(network => (
          <TextInput
            key={network}
            type="url"
            autoComplete="off"
            label={t(`field.${network}`)}
            {...form.text(network)}
          />
        ))}
      </SimpleGrid>
    </FormSection>
  )
}

function AddressFields({ form }: { form: CompanyCall }) {
  const { t } = useTranslation('companies')
  const { country } = form.values
  return (
    <FormSection title={t('section.address')}>
      <CountrySelect label={t('field.country')} {...form.choice('country')} />
      <TextInput label={t('field.address_1')} {...form.text('address_1')} />
      <TextInput label={t('field.address_2')} {...form.text('address_2')} />
      <Group grow align="flex-start">
        <TextInput label={t('field.city')} {...form.text('city')} />
        <StateField label={t('field.state')} country={country} {...form.choice('state')} />
      </Group>
      <TextInput
        label={t('field.zip')}
        {...(!hasZip(country) && { description: t('hint.noZip') })}
        {...form.text('zip')}
      />
    </FormSection>
  )
}
