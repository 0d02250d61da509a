import { Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Disclosure, disclosures } from '#features/core/pitch/rules.ts'

interface Values {
  readonly company_disclosure?: Disclosure
  readonly obfuscated_company_name?: string
  readonly obfuscated_description?: string
  readonly attach_pdfs_to_company_info_section?: boolean
}

interface Props {
  form: Values
  change: (part: Values) => void
  errors: { readonly [K in keyof Values]?: string | undefined }
}

/**
 * [ENT-059, ENT-022] Who may know the company before the start, what is shown instead, and whether attendees get the
 * documents.
 */
export function DisclosureFields({ form, change, errors }: Props) {
  const { t } = useTranslation('pitch')
  const disclosure = form.company_disclosure ?? 'everybody'
  return (
    <>
      <Radio.Group
        label={t('field.company_disclosure')}
        description={t('field.company_disclosureHint')}
        value={disclosure}
        onChange={value => change({ company_disclosure: value as Disclosure })}
      >
        <Stack gap="xs" mt="xs">
          {disclosures.map(choice => (
            <Radio key={choice} value={choice} label={t(`disclosure.${choice}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {disclosure !== 'everybody' && (
        <>
          <TextInput
            label={t('field.obfuscated_company_name')}
            placeholder={t('field.obfuscated_company_nameExample')}
            maxLength={120}
            value={form.obfuscated_company_name ?? ''}
            onChange={event => change({ obfuscated_company_name: event.currentTarget.value })}
            error={errors.obfuscated_company_name}
          />
          <Textarea
            label={t('field.obfuscated_description')}
            description={t('field.obfuscated_descriptionHint')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={2000}
            value={form.obfuscated_description ?? ''}
            onChange={event => change({ obfuscated_description: event.currentTarget.value })}
            error={errors.obfuscated_description}
          />
        </>
      )}
      <Checkbox
        label={t('field.attach_pdfs_to_company_info_section')}
        description={t('field.attach_pdfs_to_company_info_sectionHint')}
        checked={form.attach_pdfs_to_company_info_section ?? true}
        onChange={event => change({ attach_pdfs_to_company_info_section: event.currentTarget.checked })}
      />
    </>
  )
}
