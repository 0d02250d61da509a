import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openLinkRoles, typeUserRoles } from '#features/access/registration/rules.ts'
import type { Invitation } from '#features/admin/invitations/contract.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { CompanyField, DaysField, FolderField, NameFields, RoleField, UsesField } from './InvitationFields.tsx'

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
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }

  const roles = (isOpen ? openLinkRoles : typeUserRoles).filter(role => mayManage(me.roles, [role]))
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {!isOpen && <NameFields value={value} onChange={setValue} />}
        <CompanyField value={value} onChange={setValue} />
        {row.type === 'typeuser' && (
          <RoleField roles={roles} value={value.role} onChange={role => setValue({ ...value, role })} />
        )}
        {isOpen && <UsesField value={value.max_uses} onChange={max_uses => setValue({ ...value, max_uses })} />}
        <DaysField
          description={t('registration:invite.daysKeep')}
          value={value.days}
          onChange={days => setValue({ ...value, days })}
        />
        <FolderField value={value} onChange={setValue} />
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
