import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { mailCalls } from '#features/notify/mail/contract.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { EntityDrawer } from '#web/ui/record/Entity.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { useInAddress } from '#web/ui/record/useInAddress.ts'
import { Time } from '#web/ui/Time.tsx'
import { MailDetail, MailState } from './MailDetail.tsx'

/** Every email that the console has written, and what became of it. */
export function Outbox() {
  const { t } = useTranslation('mail')
  const mail = useInAddress('mail')
  const list = useCallList(mailCalls, 'getMailList')
  return (
    <ListScreen
      list={list}
      words={t('list', { returnObjects: true })}
      selected={mail.id}
      filters={list.choice('state', t('column.state'), state => t(`state.${state}`))}
      columns={[
        {
          key: 'subject',
          title: t('column.subject'),
          cell: row => (
            <UnstyledButton className="link-button" onClick={() => mail.open(row.id)}>
              {row.subject}
            </UnstyledButton>
          ),
        },
        { key: 'recipient', title: t('column.recipient') },
        { key: 'state', title: t('column.state'), cell: row => <MailState state={row.state} /> },
        { key: 'createdAt', title: t('column.createdAt'), cell: row => <Time at={row.created_at} /> },
      ]}
    >
      <EntityDrawer open={mail} read={id => callQuery('getMail', { id })} title={() => t('list.one')} size={720}>
        {whole => <MailDetail mail={whole} />}
      </EntityDrawer>
    </ListScreen>
  )
}
