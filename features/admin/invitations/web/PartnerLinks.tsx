import { ActionIcon, Button, Group, Stack, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLinkOff, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type Column, DataList } from '#web/ui/DataList.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Page } from '#web/ui/Page.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import type { DeveloperKey } from '../partnerCalls.ts'
import { OrganisationChoice } from './OrganisationChoice.tsx'
import { ShownLink } from './ShownLink.tsx'

/** The links of partners: made, counted on, revoked. */
export function PartnerLinks() {
  const { t } = useTranslation('registration')
  const [making, { open, close }] = useDisclosure()
  const [revoked, setRevoked] = useState<DeveloperKey>()
  const crosses = usePerson().roles.includes('superadmin')
  const state = useListState({ sorts: ['made'], sort: 'made', order: 'desc', filters: ['name'] })
  const { page, limit, filters } = state
  const query = useQuery({
    queryKey: ['partnerLinks', page, limit, filters],
    queryFn: () => client.getDeveloperKeyList({ page, limit, ...filters }),
    placeholderData: keepPreviousData,
  })
  const queries = useQueryClient()
  const revoke = async () => {
    if (!revoked) return
    await client.revokeDeveloperKey({ id: revoked.id })
    doneNotice(t('partners.revokeDone', { tag: revoked.tag }))
    await queries.invalidateQueries({ queryKey: ['partnerLinks'] })
  }
  const make = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {t('partners.new')}
    </Button>
  )
  const organisation: Column<DeveloperKey, 'made'> = {
    key: 'organisation',
    title: t('organisation'),
    cell: row => row.org_name,
  }
  return (
    <Page title={t('partners.title')} hint={t('partners.hint')} act={make}>
      <DataList
        label={t('partners.label')}
        state={state}
        query={query}
        rowKey={row => row.id}
        search={{ filter: 'name', label: t('partners.search') }}
        empty={{ title: t('partners.empty'), hint: t('partners.emptyHint'), act: make }}
        columns={[
          { key: 'tag', title: t('partners.tag'), cell: row => row.tag },
          ...(crosses ? [organisation] : []),
          {
            key: 'state',
            title: t('partners.state'),
            cell: row => (
              <StateBadge tone={row.revoked ? 'neutral' : 'good'}>
                {t(row.revoked ? 'partners.revoked' : 'partners.works')}
              </StateBadge>
            ),
          },
          { key: 'by', title: t('partners.by'), cell: row => row.created_by },
          { key: 'made', title: t('partners.made'), cell: row => <TimeAgo at={row.created_on} /> },
          {
            key: 'used',
            title: t('partners.lastUsed'),
            cell: row => (row.last_used ? <TimeAgo at={row.last_used} /> : t('partners.never')),
          },
          {
            key: 'acts',
            title: t('invites.actsTitle'),
            titleUnseen: true,
            width: '3rem',
            cell: row => !row.revoked && <Revoke tag={row.tag} onClick={() => setRevoked(row)} />,
          },
        ]}
      />
      <SideDrawer opened={making} onClose={close} title={t('partners.new')}>
        <NewLink onDone={close} />
      </SideDrawer>
      <ConfirmDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={t('partners.revokeTitle')}
        act={t('partners.revoke')}
        danger
        run={revoke}
      >
        {t('partners.revokeBody', { tag: revoked?.tag ?? '' })}
      </ConfirmDialog>
    </Page>
  )
}

function Revoke({ tag, onClick }: { tag: string; onClick: () => void }) {
  const { t } = useTranslation('registration')
  return (
    <Tooltip label={t('partners.revoke')}>
      <ActionIcon variant="subtle" color="gray" aria-label={t('partners.revokeOf', { tag })} onClick={onClick}>
        <IconLinkOff size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function NewLink({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['registration', 'common'])
  const queries = useQueryClient()
  const [tag, setTag] = useState('')
  const [org, setOrg] = useState('')
  const [tried, setTried] = useState(false)
  const isTag = /^[A-Za-z0-9][\w.-]{0,39}$/.test(tag.trim())
  const make = useMutation({
    mutationFn: () => client.createDeveloperKey({ tag: tag.trim(), ...(org ? { org_id: org } : {}) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['partnerLinks'] }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isTag && !make.isPending) make.mutate()
  }

  if (make.data)
    return (
      <Stack role="status">
        <ShownLink link={make.data.link} hint={t('registration:partners.linkHint')} />
        <Group justify="flex-end">
          <Button onClick={onDone}>{t('common:act.done')}</Button>
        </Group>
      </Stack>
    )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t('registration:partners.tag')}
          description={t('registration:partners.tagHint')}
          required
          maxLength={40}
          data-autofocus
          value={tag}
          onChange={event => setTag(event.currentTarget.value)}
          error={tried && !isTag && t('registration:partners.tagMissing')}
        />
        <OrganisationChoice value={org} onChange={setOrg} />
        <ErrorNotice failure={make.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {t('registration:partners.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
