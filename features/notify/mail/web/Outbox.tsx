import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client } from '#web/client/client.ts'
import { DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Page } from '#web/ui/Page.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Time } from '#web/ui/Time.tsx'
import { MailDetail } from './MailDetail.tsx'
import { MailState, mailStates } from './MailState.tsx'

/** Every mail that the console has written, and what became of it. */
export function Outbox() {
  const { t } = useTranslation('mail')
  const [address, setAddress] = useSearchParams()
  const opened = address.get('mail')
  const state = useListState({
    sorts: ['created_at'],
    sort: 'created_at',
    order: 'desc',
    filters: ['content', 'state'],
  })
  const { page, limit, filters } = state
  const mails = useQuery({
    queryKey: ['mails', page, limit, filters],
    queryFn: () =>
      client.getMailList({
        page,
        limit,
        content: filters.content,
        state: mailStates.find(name => name === filters.state),
      }),
    placeholderData: keepPreviousData,
  })
  const open = (id: string | undefined) =>
    setAddress(
      before => {
        const after = new URLSearchParams(before)
        if (id) after.set('mail', id)
        else after.delete('mail')
        return after
      },
      { preventScrollReset: true },
    )

  return (
    <Page title={t('title')} hint={t('hint')}>
      <DataList
        label={t('label')}
        state={state}
        query={mails}
        rowKey={mail => mail.id}
        selected={opened ?? undefined}
        search={{ filter: 'content', label: t('search') }}
        filters={
          <FilterSelect
            state={state}
            filter="state"
            label={t('column.state')}
            options={mailStates.map(value => ({ value, label: t(`state.${value}`) }))}
          />
        }
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        columns={[
          {
            key: 'subject',
            title: t('column.subject'),
            cell: mail => (
              <UnstyledButton className="link-button" onClick={() => open(mail.id)}>
                {mail.subject}
              </UnstyledButton>
            ),
          },
          { key: 'recipient', title: t('column.recipient'), cell: mail => mail.recipient },
          { key: 'state', title: t('column.state'), cell: mail => <MailState state={mail.state} /> },
          { key: 'createdAt', title: t('column.createdAt'), cell: mail => <Time at={mail.created_at} /> },
        ]}
      />
      <SideDrawer opened={opened !== null} onClose={() => open(undefined)} size={720} title={t('label')}>
        {opened && <MailDetail id={opened} />}
      </SideDrawer>
    </Page>
  )
}
