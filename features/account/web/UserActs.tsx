import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconDots, IconMailForward, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { User } from '#features/account/contract.ts'
import { mayManage } from '#features/account/rules.ts'
import { ImpersonateAct } from '#features/session/web/ImpersonateAct.tsx'
import { client } from '#web/client/client.ts'
import { usePerson } from '#web/shell/person.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useDisplayName } from '#web/ui/displayName.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { useWording } from '#web/ui/wording.ts'

/** What an administrator may do with one account. Nobody disables their own. */
export function UserActs({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const name = useDisplayName(user)
  const wording = useWording()
  const me = usePerson()
  const queries = useQueryClient()
  const [asking, { open: ask, close }] = useDisclosure()
  const refresh = () => queries.invalidateQueries({ queryKey: ['users'] })
  const onError = (failure: unknown) => notifications.show({ color: 'red', message: wording(failure) })

  const resend = useMutation({
    mutationFn: () => client.resendActivation({ user_id: user.user_id }),
    onSuccess: () => doneNotice(t('list.resent', { email: user.email })),
    onError,
  })
  const setDisabled = async (disabled: boolean) => {
    await client.setUserDisabled({ user_id: user.user_id, disabled })
    doneNotice(t(disabled ? 'list.disabled' : 'list.enabled', { name }))
    await refresh()
  }
  const enable = useMutation({ mutationFn: () => setDisabled(false), onError })

  const isMe = user.user_id === me.user_id
  const manages = mayManage(me.roles, user.roles)
  const waits = user.state === 'invited' || user.state === 'awaiting'
  if (isMe || !manages) return null
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('list.acts', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {waits && (
            <Menu.Item leftSection={<IconMailForward size={18} aria-hidden />} onClick={() => resend.mutate()}>
              {t('list.resend')}
            </Menu.Item>
          )}
          {user.state === 'disabled' ? (
            <Menu.Item leftSection={<IconUserCheck size={18} aria-hidden />} onClick={() => enable.mutate()}>
              {t('list.enable')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconUserOff size={18} aria-hidden />} onClick={ask}>
              {t('list.disable')}
            </Menu.Item>
          )}
          <ImpersonateAct user={user} />
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={t('list.disableTitle')}
        act={t('list.disableAct')}
        danger
        run={() => setDisabled(true)}
      >
        {t('list.disableBody', { name })}
      </ConfirmDialog>
    </>
  )
}
