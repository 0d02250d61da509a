import { Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { OrganisationChoice } from '#features/core/account/web/OrganisationChoice.tsx'
import { CountrySelect, StateField } from '#features/core/company/web/PlaceFields.tsx'
import type { Spv } from '#features/core/vehicle/contract.ts'
import { brokenSpv } from '#features/core/vehicle/fields.ts'
import { client } from '#web/client/client.ts'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { vehiclesCalls } from '../contract.ts'

interface Props {
  /** The SPV to change, with its whole EIN; without it a new one is created. */
  spv?: Spv
  onDone: () => void
}

/** An SPV's name, EIN and place. */
export function SpvForm({ spv, onDone }: Props) {
  const { t } = useTranslation('vehicles')
  const form = useCallForm(vehiclesCalls, 'createSpv', {
    start: { ...(spv as object) },
    check: ({ ein, ...values }) => brokenSpv({ ...values, ...(ein !== spv?.ein && { ein }) }),
    send: input => (spv ? client.updateSpv({ ...changesOf(input, spv), id: spv.id }) : client.createSpv(input)),
    done: (_, { spv_legal_name }) => t(spv ? 'done.update' : 'done.create', { name: spv_legal_name }),
    onDone,
  })
  const { country, ein } = form.values
  const number = { autoComplete: 'off', spellCheck: false, inputMode: 'numeric' } as const
  return (
    <CallForm
      form={form}
      act={t(spv ? 'save' : 'create')}
      failed={t(spv ? 'failed.update' : 'failed.create')}
      onCancel={onDone}
    >
      <TextInput label={t('field.spv_legal_name')} data-autofocus {...form.text('spv_legal_name')} />
      <TextInput label={t('field.ein')} description={t('hint.ein')} {...number} {...form.text('ein')} />
      {ein !== spv?.ein && <TextInput label={t('field.ein_again')} {...number} {...form.text('ein_again')} required />}
      <Group grow align="flex-start">
        <CountrySelect label={t('field.country')} required {...form.choice('country')} />
        {country === 'US' ? (
          <StateField label={t('field.state')} required country={country} {...form.choice('state')} />
        ) : (
          <TextInput label={t('field.state')} {...form.text('state')} />
        )}
      </Group>
      <TextInput label={t('field.registered_agent')} {...form.text('registered_agent')} />
      {!spv && <OrganisationChoice {...form.choice('org_id')} />}
    </CallForm>
  )
}

/** The fields that differ, so that another person's change of other fields stays. A new EIN comes twice. */
function changesOf<T extends { ein: string; ein_again: string }>({ ein, ein_again, ...input }: T, spv: Spv) {
  const changed = Object.entries(input).filter(([field, value]) => value !== spv[field as keyof Spv])
  return { ...Object.fromEntries(changed), ...(ein !== spv.ein && { ein, ein_again }) }
}
