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
import { useKeepsMail } from '#features/core/site/web/registrationInfo.ts'
import { client } from '#web/client/client.ts'
import { displayName } from '#web/ui/displayName.ts'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import type { IconAct } from '#web/ui/record/useActs.tsx'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { PersonProtection } from './PersonProtection.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { TemporaryPassword } from './TemporaryPassword.tsx'

interface Props {
  user: User & { has_password?: boolean; head_image?: string }
  /** Opens the details; nothing where they are open already. */
  onOpen?: () => void
}

/** What an administrator may do with one account, except their own and those of their own rank. */
export function UserActs({ user, onOpen }: Props) {
  const { t } = useTranslation(['account', 'factor', 'session'])
  const me = usePerson()
  const keepsMail = useKeepsMail()
  const { user_id, state, email } = user
  const name = displayName(user, email)
  const may = user_id !== me.user_id && mayManage(me.roles, user.roles)
  const mayActAs = me.roles.includes('superadmin') && !user.roles.includes('superadmin') && state === 'active'
  const restore = {
    label: t('account:bulk.act.restore'),
    icon: IconArrowBackUp,
    run: () => client.restoreUser({ user_id }),
    done: t('account:list.restored', { name }),
  }
  const acts: (IconAct | false)[] = [
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
    state === 'active' && {
      label: t('account:list.signOut'),
      icon: IconLogout,
      danger: true,
      confirm: { title: t('account:list.signOutTitle', { name }), body: t('account:list.signOutBody', { name }) },
      run: () => client.endUserSessions({ user_id }),
      done: t('account:list.signedOut', { name }),
    },
    state === 'disabled' && {
      label: t('account:list.enable'),
      icon: IconUserCheck,
      run: () => client.setUserDisabled({ user_id, disabled: false }),
      done: t('account:list.enabled', { name }),
    },
    state !== 'disabled' && {
      label: t('account:list.disable'),
      icon: IconUserOff,
      danger: true,
      confirm: {
        title: t('account:list.disableTitle'),
        body: t('account:list.disableBody', { name }),
        act: t('account:list.disableAct'),
      },
      run: () => client.setUserDisabled({ user_id, disabled: true }),
      done: t('account:list.disabled', { name }),
    },
    {
      label: t('account:bulk.act.delete'),
      icon: IconTrash,
      danger: true,
      show: dialog => <DeleteUserDialog user={user} {...dialog} />,
    },
  ]
  return (
    <ActMenu
      label={t('account:list.acts', { name })}
      calls={usersCalls}
      acts={[
        onOpen !== undefined && { label: t('account:list.details'), icon: IconId, go: onOpen },
        ...(!may ? [] : state === 'deleted' ? [restore] : acts),
      ]}
    />
  )
}
