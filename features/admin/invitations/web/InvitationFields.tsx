import { Group, NumberInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { openLinkRoles, typeUserRoles } from '#features/access/registration/rules.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { NamePair } from '#web/ui/NamePair.tsx'
import type { NumberProps, TextProps } from '#web/ui/record/useCallForm.ts'

type Role = (typeof typeUserRoles)[number]

interface Props {
  form: {
    readonly text: (field: 'firstname' | 'lastname' | 'company_name' | 'sharefile_folder_id') => TextProps
    readonly number: (field: 'max_uses' | 'expires_in_days') => NumberProps
    readonly choice: (field: 'role_type_live') => {
      readonly value: Role
      readonly onChange: (role: string | null) => void
      readonly error?: string
    }
  }
  /** Whether it is for one person, with a name. */
  isNamed: boolean
  /** Whether it is a link that may be passed on. */
  isOpen: boolean
  /** Whether the role can be chosen. */
  isTyped: boolean
  /** Whether a folder can be shared. */
  hasFolder: boolean
  /** Whether the days can be said for which it is good, and what an empty field means. */
  days?: string | false
}

/** The fields of an invitation, both for a new and for an existing one. */
export function InvitationFields({ form, isNamed, isOpen, isTyped, hasFolder, days }: Props) {
  const { t } = useTranslation(['registration', 'account'])
  const me = usePerson()
  const roles = (isOpen ? openLinkRoles : typeUserRoles).filter(role => mayManage(me.roles, [role]))
  return (
    <>
      {isNamed && (
        <NamePair
          given={<TextInput label={t('account:field.firstName')} {...form.text('firstname')} />}
          family={<TextInput label={t('account:field.lastName')} {...form.text('lastname')} />}
        />
      )}
      <TextInput label={t('account:field.company')} {...form.text('company_name')} />
      {isTyped && (
        <Select
          label={t('account:field.role')}
          allowDeselect={false}
          data={roles.map(value => ({ value, label: t(`account:role.${value}`) }))}
          {...form.choice('role_type_live')}
        />
      )}
      <Group grow align="flex-start">
        {isOpen && (
          <NumberInput label={t('registration:invite.maxUses')} allowDecimal={false} {...form.number('max_uses')} />
        )}
        {days !== false && (
          <NumberInput
            label={t('registration:invite.days')}
            description={days}
            allowDecimal={false}
            {...form.number('expires_in_days')}
          />
        )}
      </Group>
      {hasFolder && (
        <TextInput
          label={t('registration:invite.folder')}
          description={t('registration:invite.folderHint')}
          {...form.text('sharefile_folder_id')}
        />
      )}
    </>
  )
}
