import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayManage } from '#features/account/rules.ts'
import { client } from '#web/client/client.ts'
import { usePerson } from '#web/shell/person.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import type { Invitation } from '../invitationCalls.ts'
import { OPEN_LINK_DAYS, OPEN_LINK_USES, openLinkRoles, typeUserRoles } from '../rules.ts'

/** [CALL-091] What an invitation says and allows. Its address stays: another person is another invitation. */
export function EditInvitation({ row, onDone }: { row: Invitation; onDone: () => void }) {
  const { t } = useTranslation(['registration', 'account', 'common'])
  const me = usePerson()
  const queries = useQueryClient()
  const isOpen = row.email === ''
  const [value, setValue] = useState({
    role: row.role_type_live,
    firstname: row.firstname,
    lastname: row.lastname,
    company_name: row.company_name,
    sharefile_folder_id: row.sharefile_folder_id,
    max_uses: row.max_uses,
    days: undefined as number | undefined,
  })
  const save = useMutation({
    mutationFn: () => {
      const { role, days, max_uses, firstname, lastname, company_name, sharefile_folder_id } = value
      const said = { id: row.id, firstname, lastname, company_name, sharefile_folder_id }
      const given = typeUserRoles.find(one => one === role)
      return client.updateInviteUser({
        ...said,
        ...(given && row.type === 'typeuser' ? { role_type_live: given } : {}),
        ...(isOpen ? { max_uses } : {}),
        ...(days === undefined ? {} : { expires_in_days: days }),
      })
    },
    onSuccess: async () => {
      doneNotice(t('registration:invites.saved'))
      onDone()
      await queries.invalidateQueries({ queryKey: ['invitations'] })
    },
  })
  const text = (field: 'firstname' | 'lastname' | 'company_name' | 'sharefile_folder_id') => ({
    value: value[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValue({ ...value, [field]: event.currentTarget.value }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }

  const roles = (isOpen ? openLinkRoles : typeUserRoles).filter(role => mayManage(me.roles, [role]))
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {!isOpen && (
          <Group grow>
            <TextInput label={t('account:field.firstName')} maxLength={80} {...text('firstname')} />
            <TextInput label={t('account:field.lastName')} maxLength={80} {...text('lastname')} />
          </Group>
        )}
        <TextInput label={t('account:field.company')} maxLength={120} {...text('company_name')} />
        {row.type === 'typeuser' && (
          <Select
            label={t('account:field.role')}
            allowDeselect={false}
            data={roles.map(role => ({ value: role, label: t(`account:role.${role}`) }))}
            value={value.role}
            onChange={role => role && setValue({ ...value, role })}
          />
        )}
        {isOpen && (
          <NumberInput
            label={t('registration:invite.maxUses')}
            min={1}
            max={OPEN_LINK_USES}
            allowDecimal={false}
            value={value.max_uses}
            onChange={uses => typeof uses === 'number' && setValue({ ...value, max_uses: uses })}
          />
        )}
        <NumberInput
          label={t('registration:invite.days')}
          description={t('registration:invite.daysKeep')}
          min={1}
          max={OPEN_LINK_DAYS}
          allowDecimal={false}
          value={value.days ?? ''}
          onChange={days => setValue({ ...value, days: typeof days === 'number' ? days : undefined })}
        />
        <TextInput
          label={t('registration:invite.folder')}
          description={t('registration:invite.folderHint')}
          maxLength={64}
          {...text('sharefile_folder_id')}
        />
        <ErrorNotice failure={save.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common:act.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
