import { Group, NumberInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/call.ts'
import { OPEN_LINK_DAYS, OPEN_LINK_USES } from '#features/admin/invitations/rules.ts'

/** What is typed into an invitation. */
interface Typed {
  readonly firstname: string
  readonly lastname: string
  readonly company_name: string
  readonly sharefile_folder_id: string
}
interface TypedProps<Value extends Typed> {
  value: Value
  onChange: (value: Value) => void
}

const textOf = <Value extends Typed>(field: keyof Typed, { value, onChange }: TypedProps<Value>) => ({
  value: value[field],
  onChange: (event: { currentTarget: { value: string } }) => onChange({ ...value, [field]: event.currentTarget.value }),
})

export function NameFields<Value extends Typed>(props: TypedProps<Value>) {
  const { t } = useTranslation('account')
  return (
    <Group grow>
      <TextInput label={t('field.firstName')} maxLength={80} {...textOf('firstname', props)} />
      <TextInput label={t('field.lastName')} maxLength={80} {...textOf('lastname', props)} />
    </Group>
  )
}

export function CompanyField<Value extends Typed>(props: TypedProps<Value>) {
  const { t } = useTranslation('account')
  return <TextInput label={t('field.company')} maxLength={120} {...textOf('company_name', props)} />
}

export function FolderField<Value extends Typed>(props: TypedProps<Value>) {
  const { t } = useTranslation('registration')
  return (
    <TextInput
      label={t('invite.folder')}
      description={t('invite.folderHint')}
      maxLength={64}
      {...textOf('sharefile_folder_id', props)}
    />
  )
}

/** `roles` are those that may be chosen. */
export function RoleField(props: { roles: readonly Role[]; value: string; onChange: (role: string) => void }) {
  const { t } = useTranslation('account')
  return (
    <Select
      label={t('field.role')}
      allowDeselect={false}
      data={props.roles.map(role => ({ value: role, label: t(`role.${role}`) }))}
      value={props.value}
      onChange={role => role && props.onChange(role)}
    />
  )
}

/** How many people an open link may let in. */
export function UsesField({ value, onChange }: { value: number; onChange: (uses: number) => void }) {
  const { t } = useTranslation('registration')
  return (
    <NumberInput
      label={t('invite.maxUses')}
      min={1}
      max={OPEN_LINK_USES}
      allowDecimal={false}
      value={value}
      onChange={uses => typeof uses === 'number' && onChange(uses)}
    />
  )
}

/** For how many days a link is good. */
export function DaysField(props: {
  value: number | undefined
  onChange: (days: number | undefined) => void
  description?: string
}) {
  const { t } = useTranslation('registration')
  return (
    <NumberInput
      label={t('invite.days')}
      {...(props.description && { description: props.description })}
      min={1}
      max={OPEN_LINK_DAYS}
      allowDecimal={false}
      value={props.value ?? ''}
      onChange={days => props.onChange(typeof days === 'number' ? days : undefined)}
    />
  )
}
