import {
  IconArrowBackUp,
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
  IconUserShield,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askToImpersonate } from '#features/access/impersonation/web/askToImpersonate.ts'
import { type User, usersCalls } from '#features/admin/users/contract.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { displayName } from '#web/ui/displayName.ts'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import type { IconAct } from '#web/ui/record/useActs.tsx'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { PersonProtection } from './PersonProtection.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { TemporaryPassword } from './TemporaryPassword.tsx'

type Acts = (IconAct | false)[]
type ManagedUser = User & { has_password?: boolean; head_image?: string }

interface Props {
  user: ManagedUser
  /** Opens the details; nothing where they are open already. */
  onOpen?: () => void
}

/** What an admin may do with one account, except their own and those of their own rank. */
export function UserActs({ user, onOpen }: Props) {
  const { t } = useTranslation('account')
  const me = usePerson()
  const name = displayName(user, user.email)
  const account = useAccountActs(user, name)
  const access = useAccessActs(user, name)
  const may = user.user_id !== me.user_id && mayManage(me.roles, user.roles)
  const restore = {
    label: t('bulk.act.restore'),
    icon: IconArrowBackUp,
    run: () => client.restoreUser({ user_id: user.user_id }),
    done: t('list.restored', { name }),
  }
  return (
    <ActMenu
      label={t('list.acts', { name })}
      calls={usersCalls}
      acts={[
        onOpen !== undefined && { label: t('list.details'), icon: IconId, go: onOpen },
        ...(!may ? [] : user.state === 'deleted' ? [restore] : [...account, ...access]),
      ]}
    />
  )
}

/** Activation, role, password, factors, picture, and impersonation by a super admin. */
function useAccountActs(user: ManagedUser, name: string): Acts {
  const { t } = useTranslation(['account', 'factor', 'session'])
  const me = usePerson()
  const keepsMail = useKeepsMail()
  const { user_id, state, email } = user
  const mayActAs = me.roles.includes('superadmin') && !user.roles.includes('superadmin') && state === 'active'
  return [
    (state === 'invited' || state === 'awaiting') && {
      label: t('account:list.resend'),
      icon: IconMailForward,
      run: () => client.resendActivation({ user_id }),
      done: t(keepsMail ? 'account:list.resentKept' : 'account:list.resent', { email }),
    },
    state === 'awaiting' &&
      user.has_password !== false && {
        label: t('account:list.activate'),
        icon: IconUserCheck,
        run: () => client.activateAccountByAdmin({ user_id }),
        done: t('account:list.activated', { name }),
      },
    { label: t('account:role.change'), icon: IconUserCog, show: dialog => <RoleDialog user={user} {...dialog} /> },
    state !== 'disabled' && {
      label: t('account:temporary.act'),
      icon: IconKey,
      show: dialog => <TemporaryPassword user={user} {...dialog} />,
    },
    {
      label: t('factor:admin.act'),
      icon: IconShieldCheck,
      show: dialog => <PersonProtection userId={user_id} name={name} {...dialog} />,
    },
    Boolean(user.head_image) && {
      label: t('account:list.removePicture'),
      icon: IconPhotoOff,
      run: () => client.deleteUserAvatar({ user_id }),
      done: t('account:list.pictureRemoved', { name }),
    },
    mayActAs && { label: t('session:impersonate.act'), icon: IconUserShield, go: () => askToImpersonate(user) },
  ]
}

/** Signing the user out, and disabling, enabling and deleting the account. */
function useAccessActs(user: ManagedUser, name: string): Acts {
  const { t } = useTranslation('account')
  const { user_id, state } = user
  return [
    state === 'active' && {
      label: t('list.signOut'),
      icon: IconLogout,
      danger: true,
      confirm: { title: t('list.signOutTitle', { name }), body: t('list.signOutBody', { name }) },
      run: () => client.endUserSessions({ user_id }),
      done: t('list.signedOut', { name }),
    },
    state === 'disabled' && {
      label: t('list.enable'),
      icon: IconUserCheck,
      run: () => client.setUserDisabled({ user_id, disabled: false }),
      done: t('list.enabled', { name }),
    },
    state !== 'disabled' && {
      label: t('list.disable'),
      icon: IconUserOff,
      danger: true,
      confirm: {
        title: t('list.disableTitle'),
        body: t('list.disableBody', { name }),
        act: t('list.disableAct'),
      },
      run: () => client.setUserDisabled({ user_id, disabled: true }),
      done: t('list.disabled', { name }),
    },
    {
      label: t('bulk.act.delete'),
      icon: IconTrash,
      danger: true,
      show: dialog => <DeleteUserDialog user={user} {...dialog} />,
    },
  ]
}
