import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArrowBackUp,
  IconDots,
  IconId,
  IconKey,
  IconLogout,
  IconMailForward,
  IconPhotoOff,
  IconShieldCheck,
  IconTrash,
  IconUserCheck,
  IconUserCog,
  IconUserOff,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#features/admin/users/contract.ts'
import { PersonProtection } from '#features/admin/users/web/PersonProtection.tsx'
import { mayManage } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { useKeepsMail } from '#features/core/site/web/registrationInfo.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { displayName } from '#web/ui/displayName.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { useWording } from '#web/ui/wording.ts'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { ImpersonateAct } from './ImpersonateAct.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { TemporaryPassword } from './TemporaryPassword.tsx'
import { useRefreshUsers } from './userQueries.ts'

interface Props {
  user: User & { has_password?: boolean; head_image?: string }
  /** Opens the details; nothing where they are open already. */
  onOpen?: () => void
}

/** What an administrator may do with one account. Nobody changes their own, nor one of their own rank. */
export function UserActs({ user, onOpen }: Props) {
  const { t } = useTranslation(['account', 'factor'])
  const me = usePerson()
  const [dialog, setDialog] = useState<'disable' | 'signOut' | 'delete' | 'role' | 'password' | 'protection'>()
  const close = () => setDialog(undefined)
  const act = useUserActs(user)
  const name = displayName(user, user.email)
  const may = user.user_id !== me.user_id && mayManage(me.roles, user.roles)
  if (!may && !onOpen) return null
  const waits = user.state === 'invited' || user.state === 'awaiting'
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('list.acts', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onOpen && (
            <Menu.Item leftSection={<IconId size={18} aria-hidden />} onClick={onOpen}>
              {t('list.details')}
            </Menu.Item>
          )}
          {may && user.state === 'deleted' && (
            <Menu.Item leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={act.restore}>
              {t('bulk.act.restore')}
            </Menu.Item>
          )}
          {may && user.state !== 'deleted' && (
            <>
              {waits && (
                <Menu.Item leftSection={<IconMailForward size={18} aria-hidden />} onClick={act.resend}>
                  {t('list.resend')}
                </Menu.Item>
              )}
              {user.state === 'awaiting' && user.has_password !== false && (
                <Menu.Item leftSection={<IconUserCheck size={18} aria-hidden />} onClick={act.activate}>
                  {t('list.activate')}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconUserCog size={18} aria-hidden />} onClick={() => setDialog('role')}>
                {t('role.change')}
              </Menu.Item>
              {user.state !== 'disabled' && (
                <Menu.Item leftSection={<IconKey size={18} aria-hidden />} onClick={() => setDialog('password')}>
                  {t('temporary.act')}
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconShieldCheck size={18} aria-hidden />}
                onClick={() => setDialog('protection')}
              >
                {t('factor:admin.act')}
              </Menu.Item>
              {user.head_image && (
                <Menu.Item leftSection={<IconPhotoOff size={18} aria-hidden />} onClick={act.removePicture}>
                  {t('list.removePicture')}
                </Menu.Item>
              )}
              {user.state === 'active' && (
                <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => setDialog('signOut')}>
                  {t('list.signOut')}
                </Menu.Item>
              )}
              <ImpersonateAct user={{ ...user, state: user.state }} />
              <Menu.Divider />
              {user.state === 'disabled' ? (
                <Menu.Item leftSection={<IconUserCheck size={18} aria-hidden />} onClick={act.enable}>
                  {t('list.enable')}
                </Menu.Item>
              ) : (
                <Menu.Item leftSection={<IconUserOff size={18} aria-hidden />} onClick={() => setDialog('disable')}>
                  {t('list.disable')}
                </Menu.Item>
              )}
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => setDialog('delete')}
              >
                {t('bulk.act.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'disable' && (
        <ConfirmDialog
          opened
          onClose={close}
          title={t('list.disableTitle')}
          act={t('list.disableAct')}
          danger
          run={act.disable}
        >
          {t('list.disableBody', { name })}
        </ConfirmDialog>
      )}
      {dialog === 'signOut' && (
        <ConfirmDialog
          opened
          onClose={close}
          title={t('list.signOutTitle', { name })}
          act={t('list.signOut')}
          danger
          run={act.signOut}
        >
          {t('list.signOutBody', { name })}
        </ConfirmDialog>
      )}
      {dialog === 'delete' && <DeleteUserDialog user={user} opened onClose={close} />}
      {dialog === 'role' && <RoleDialog user={user} opened onClose={close} />}
      {dialog === 'protection' && <PersonProtection userId={user.user_id} name={name} onClose={close} />}
      {dialog === 'password' && <TemporaryPassword user={user} opened onClose={close} />}
    </>
  )
}

/** The acts that need no further question; what fails is said in a corner. */
function useUserActs(user: User) {
  const { t } = useTranslation('account')
  const wording = useWording()
  const refresh = useRefreshUsers()
  const keepsMail = useKeepsMail()
  const name = displayName(user, user.email)
  const { user_id } = user
  const doing = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => refresh(),
    onError: failure => notifications.show({ color: 'red', message: wording(failure) }),
  })
  const saying = (message: string, act: () => Promise<unknown>) => () =>
    doing.mutate(async () => {
      await act()
      doneNotice(message)
    })
  return {
    resend: saying(t(keepsMail ? 'list.resentKept' : 'list.resent', { email: user.email }), () =>
      client.resendActivation({ user_id }),
    ),
    activate: saying(t('list.activated', { name }), () => client.activateAccountByAdmin({ user_id })),
    restore: saying(t('list.restored', { name }), () => client.restoreUser({ user_id })),
    removePicture: saying(t('list.pictureRemoved', { name }), () => client.deleteUserAvatar({ user_id })),
    enable: saying(t('list.enabled', { name }), () => client.setUserDisabled({ user_id, disabled: false })),
    signOut: async () => {
      await client.endUserSessions({ user_id })
      doneNotice(t('list.signedOut', { name }))
      await refresh()
    },
    disable: async () => {
      await client.setUserDisabled({ user_id, disabled: true })
      doneNotice(t('list.disabled', { name }))
      await refresh()
    },
  }
}
