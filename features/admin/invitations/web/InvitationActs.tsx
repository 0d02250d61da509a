import { ActionIcon, Menu, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots, IconLink, IconLinkOff, IconMailForward, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invitation } from '#features/admin/invitations/contract.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { useKeepsMail } from '#features/core/site/web/registrationInfo.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { useWording } from '#web/ui/wording.ts'
import { EditInvitation } from './EditInvitation.tsx'
import { ShownLink } from './ShownLink.tsx'

/** What may be done with an invitation: sent again, changed, switched off and on, deleted. */
export function InvitationActs({ row }: { row: Invitation }) {
  const { t } = useTranslation(['registration', 'common'])
  const wording = useWording()
  const me = usePerson()
  const keepsMail = useKeepsMail()
  const queries = useQueryClient()
  const [asking, setAsking] = useState<'edit' | 'delete'>()
  const [link, setLink] = useState<string>()
  const who = row.email || t('registration:invites.openLink')
  const close = () => setAsking(undefined)
  const refresh = () => queries.invalidateQueries({ queryKey: ['invitations'] })
  const onError = (failure: unknown) => notifications.show({ color: 'red', message: wording(failure) })

  const resend = useMutation({
    mutationFn: () => client.resendInviteUser({ id: row.id }),
    onSuccess: async answer => {
      if (answer.link) setLink(answer.link)
      else
        doneNotice(
          t(keepsMail ? 'registration:invites.resentKept' : 'registration:invites.resent', { email: row.email }),
        )
      await refresh()
    },
    onError,
  })
  const toggle = useMutation({
    mutationFn: () => client.toggleInviteUser({ id: row.id }),
    onSuccess: async ({ state }) => {
      doneNotice(t(`registration:invites.${state === 'disabled' ? 'disabled' : 'enabled'}`, { who }))
      await refresh()
    },
    onError,
  })
  const remove = async () => {
    await client.deleteInviteUser({ id: row.id })
    doneNotice(t('registration:invites.deleted'))
    await refresh()
  }

  const isOff = row.state === 'disabled'
  const isUsed = row.state === 'used'
  if (row.type === 'typeuser' && !mayManage(me.roles, [row.role_type_live])) return null
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('registration:invites.acts', { who })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isOff && !isUsed && (
            <Menu.Item leftSection={<IconMailForward size={18} aria-hidden />} onClick={() => resend.mutate()}>
              {t(row.email ? 'registration:invites.resend' : 'registration:invites.renew')}
            </Menu.Item>
          )}
          {!isUsed && (
            <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setAsking('edit')}>
              {t('registration:invites.edit')}
            </Menu.Item>
          )}
          {!isUsed && (
            <Menu.Item
              leftSection={isOff ? <IconLink size={18} aria-hidden /> : <IconLinkOff size={18} aria-hidden />}
              onClick={() => toggle.mutate()}
            >
              {t(isOff ? 'registration:invites.enable' : 'registration:invites.disable')}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setAsking('delete')}>
            {t('registration:invites.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking === 'delete'}
        onClose={close}
        title={t('registration:invites.deleteTitle')}
        act={t('registration:invites.deleteAct')}
        danger
        run={remove}
      >
        {t('registration:invites.deleteBody', { who })}
      </ConfirmDialog>
      <SideDrawer opened={asking === 'edit'} onClose={close} title={t('registration:invites.editTitle')}>
        <EditInvitation row={row} onDone={close} />
      </SideDrawer>
      <Modal
        opened={link !== undefined}
        onClose={() => setLink(undefined)}
        title={t('registration:invite.linkTitle')}
        closeButtonProps={{ 'aria-label': t('common:act.close') }}
      >
        {link && <ShownLink link={link} hint={t('registration:invite.linkHint')} />}
      </Modal>
    </>
  )
}
