import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormProps } from './formState.ts'
import { lengths } from './pitchForm.ts'

/** The names of the pitch, its presenter and its company. */
export function PitchNameFields({ form, change, leave, errors }: FormProps) {
  const { t } = useTranslation('pitch')
  return (
    <>
      <TextInput
        label={t('field.name')}
        placeholder={t('field.nameExample')}
        required
        maxLength={lengths.presentation_name}
        value={form.presentation_name}
        onChange={event => change({ presentation_name: event.currentTarget.value })}
        onBlur={() => leave('presentation_name')}
        error={errors.presentation_name}
      />
      <TextInput
        label={t('field.presenter')}
        required
        maxLength={lengths.presenter_name}
        value={form.presenter_name}
        onChange={event => change({ presenter_name: event.currentTarget.value })}
        onBlur={() => leave('presenter_name')}
        error={errors.presenter_name}
      />
      <TextInput
        label={t('field.company')}
        maxLength={lengths.company_name}
        value={form.company_name}
        onChange={event => change({ company_name: event.currentTarget.value })}
        error={errors.company_name}
      />
      <TextInput
        label={t('field.product')}
        placeholder={t('field.productExample')}
        maxLength={lengths.product_type}
        value={form.product_type}
        onChange={event => change({ product_type: event.currentTarget.value })}
        error={errors.product_type}
      />
      <TextInput
        label={t('field.keywords')}
        description={t('field.keywordsHint')}
        maxLength={lengths.keywords}
        value={form.keywords}
        onChange={event => change({ keywords: event.currentTarget.value })}
        error={errors.keywords}
      />
    </>
  )
}

/** The texts for attendees, before and during the pitch. */
export function PitchTextFields({ form, change, errors }: FormProps) {
  const { t } = useTranslation('pitch')
  return (
    <>
      {(['about', 'highlights', 'dealterms'] as const).map(name => (
        <Textarea
          key={name}
          label={t(`field.${name}`)}
          description={t(`field.${name}Hint`)}
          autosize
          minRows={3}
          maxRows={14}
          maxLength={lengths[name]}
          value={form[name]}
          onChange={event => change({ [name]: event.currentTarget.value })}
          error={errors[name]}
        />
      ))}
    </>
  )
}
