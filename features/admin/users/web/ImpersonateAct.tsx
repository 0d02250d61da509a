import { Menu } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askToImpersonate } from '#features/access/impersonation/web/askToImpersonate.ts'
import type { User } from '#features/admin/users/contract.ts'
import { usePerson } from '#features/core/account/web/person.ts'

/** In the menu of a person's row: act as them. Only a superadmin finds it, and only where it would be allowed. */
export function ImpersonateAct({
  user,
}: {
  user: Pick<User, 'user_id' | 'firstname' | 'lastname' | 'email' | 'roles' | 'state'>
}) {
  const { t } = useTranslation('session')
  const me = usePerson()
  const may =
    me.roles.includes('superadmin') &&
    me.user_id !== user.user_id &&
    user.state === 'active' &&
    !user.roles.includes('superadmin')
  if (!may) return null
  return (
    <Menu.Item leftSection={<IconUserShield size={18} aria-hidden />} onClick={() => askToImpersonate(user)}>
      {t('impersonate.act')}
    </Menu.Item>
  )
}
