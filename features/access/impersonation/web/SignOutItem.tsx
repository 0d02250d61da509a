import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconLogout } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import { useDisplayName } from '#web/ui/displayName.ts'
import { useWording } from '#web/ui/wording.ts'
import { stopImpersonating } from './impersonation.ts'

/** [SHELL-011, SHELL-012, SHELL-013] Signs out; during an impersonation it ends that and leads back to the user list. */
export function SignOutItem() {
  const { t } = useTranslation(['shell', 'session'])
  const person = usePerson()
  const name = useDisplayName(person)
  const wording = useWording()
  const stop = useMutation({
    mutationFn: () => stopImpersonating('signOut'),
    onError: failure => notifications.show({ color: 'red', message: wording(failure) }),
  })
  if (person.impersonate_model)
    return (
      <Menu.Item leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={() => stop.mutate()}>
        {t('session:impersonate.stopAs', { name })}
      </Menu.Item>
    )
  return (
    <Menu.Item component={Link} to="/logout" leftSection={<IconLogout size={18} aria-hidden />}>
      {t('shell:menu.signOut')}
    </Menu.Item>
  )
}
