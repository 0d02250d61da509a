import { Modal } from '@mantine/core'
import { IconLink, IconLinkOff, IconMailForward, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayManage } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { type Invitation, invitationsCalls } from '../contract.ts'
import { EditInvitation } from './EditInvitation.tsx'
import { ShownLink } from './ShownLink.tsx'

/** The acts on an invitation: send again, change, disable, enable, delete. */
export function InvitationActs({ row }: { row: Invitation }) {
  const { t } = useTranslation(['registration', 'common'])
  const me = usePerson()
  const keepsMail = useKeepsMail()
  const [link, setLink] = useState<string>()
  const { id, email } = row
  const who = email || t('registration:invites.openLink')
  const isOff = row.state === 'disabled'
  const isUsed = row.state === 'used'
  if (row.type === 'typeuser' && !mayManage(me.roles, [row.role_type_live])) return null

  async function resend() {
    const answer = await client.resendInviteUser({ id })
    if (answer.link) setLink(answer.link)
    else doneNotice(t(`registration:invites.${keepsMail ? 'resentKept' : 'resent'}`, { email }))
  }
  return (
    <>
      <ActMenu
        label={t('registration:invites.acts', { who })}
        calls={invitationsCalls}
        acts={[
          !isOff &&
            !isUsed && {
              label: t(`registration:invites.${email ? 'resend' : 'renew'}`),
              icon: IconMailForward,
              run: resend,
            },
          !isUsed && {
            label: t('registration:invites.edit'),
            icon: IconPencil,
            show: dialog => (
              <SideDrawer {...dialog} title={t('registration:invites.editTitle')}>
                <EditInvitation row={row} onDone={dialog.onClose} />
              </SideDrawer>
            ),
          },
          !isUsed && {
            label: t(`registration:invites.${isOff ? 'enable' : 'disable'}`),
            icon: isOff ? IconLink : IconLinkOff,
            run: () => client.toggleInviteUser({ id }),
            done: t(`registration:invites.${isOff ? 'enabled' : 'disabled'}`, { who }),
          },
          {
            label: t('registration:invites.delete'),
            icon: IconTrash,
            danger: true,
            confirm: {
              title: t('registration:invites.deleteTitle'),
              body: t('registration:invites.deleteBody', { who }),
              act: t('registration:invites.deleteAct'),
            },
            run: () => client.deleteInviteUser({ id }),
            done: t('registration:invites.deleted'),
          },
        ]}
      />
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
