import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/call.ts'
import { type InviteKind, type InviteState, inviteStates } from '#features/access/registration/rules.ts'
import type { Invitation } from '#features/admin/invitations/contract.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { type Column, DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Page } from '#web/ui/Page.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import { InvitationActs } from './InvitationActs.tsx'
import { InviteForm } from './InviteForm.tsx'

/** [SCREEN-016] */
export const UserInvitation = () => <InvitationList kind="typeuser" />
/** [SCREEN-019, ROUTE-114] */
export const PresenterInvitation = () => <InvitationList kind="presenter" />
/** [ROUTE-115] */
export function SuperadminInvitation() {
  const { t } = useTranslation('registration')
  // [NAV-035] admin opens every address, but this is not theirs to do
  if (usePerson().roles.includes('superadmin')) return <InvitationList kind="superadmin" />
  return <Page title={t('invites.title.superadmin')}>{t('invites.onlySuperadmin')}</Page>
}

const tones: Record<InviteState, Tone> = { enabled: 'good', disabled: 'neutral', expired: 'warn', used: 'accent' }

/** The invitations of a kind: sent, sent again, switched off and on, changed and deleted. */
function InvitationList({ kind }: { kind: InviteKind }) {
  const { t } = useTranslation('registration')
  const [inviting, { open, close }] = useDisclosure()
  const state = useListState({ sorts: ['created'], sort: 'created', order: 'desc', filters: ['name', 'state'] })
  const { page, limit, filters } = state
  const shown = inviteStates.find(one => one === filters.state)
  const crosses = usePerson().roles.includes('superadmin')
  const query = useQuery({
    queryKey: ['invitations', kind, page, limit, filters],
    queryFn: () => client.getInviteTypeUserList({ type: kind, page, limit, name: filters.name, state: shown }),
    placeholderData: keepPreviousData,
  })
  const invite = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {t('invites.new')}
    </Button>
  )
  return (
    <Page title={t(`invites.title.${kind}`)} hint={t('invites.hint')} act={invite}>
      <DataList
        label={t('invites.label')}
        state={state}
        query={query}
        rowKey={row => row.id}
        search={{ filter: 'name', label: t('invites.search') }}
        filters={
          <FilterSelect
            state={state}
            filter="state"
            label={t('invites.state')}
            options={inviteStates.map(value => ({ value, label: t(`invites.stateOf.${value}`) }))}
          />
        }
        empty={{ title: t('invites.empty'), hint: t('invites.emptyHint'), act: invite }}
        columns={useColumns(kind, crosses)}
      />
      <SideDrawer opened={inviting} onClose={close} title={t(`invite.title.${kind}`)}>
        <InviteForm kind={kind} onDone={close} />
      </SideDrawer>
    </Page>
  )
}

function useColumns(kind: InviteKind, crosses: boolean): Column<Invitation, 'created'>[] {
  const { t } = useTranslation(['registration', 'account'])
  const role: Column<Invitation, 'created'> = {
    key: 'role',
    title: t('registration:invites.role'),
    cell: row => t(`account:role.${row.role_type_live as Role}`),
  }
  const uses: Column<Invitation, 'created'> = {
    key: 'uses',
    title: t('registration:invites.uses'),
    numeric: true,
    cell: row => t('registration:invites.usesOf', { uses: row.uses, max: row.max_uses }),
  }
  const organisation: Column<Invitation, 'created'> = {
    key: 'organisation',
    title: t('registration:organisation'),
    cell: row => row.org_name,
  }
  return [
    { key: 'who', title: t('registration:invites.person'), cell: row => <Who row={row} /> },
    ...(kind === 'typeuser' ? [role] : []),
    ...(crosses ? [organisation] : []),
    {
      key: 'state',
      title: t('registration:invites.state'),
      cell: row => <StateBadge tone={tones[row.state]}>{t(`registration:invites.stateOf.${row.state}`)}</StateBadge>,
    },
    ...(kind === 'typeuser' ? [uses] : []),
    { key: 'until', title: t('registration:invites.until'), cell: row => <Time at={row.expires_on} /> },
    { key: 'by', title: t('registration:invites.by'), cell: row => row.invited_by },
    { key: 'on', title: t('registration:invites.on'), cell: row => <TimeAgo at={row.created_on} /> },
    {
      key: 'acts',
      title: t('registration:invites.actsTitle'),
      titleUnseen: true,
      width: '3rem',
      cell: row => <InvitationActs row={row} />,
    },
  ]
}

function Who({ row }: { row: Invitation }) {
  const { t } = useTranslation('registration')
  const name = [`${row.firstname} ${row.lastname}`.trim(), row.company_name].filter(Boolean).join(' · ')
  return (
    <Group gap="xs" wrap="nowrap">
      {row.email && <PersonAvatar person={row} size={28} />}
      <div>
        {row.email || t('invites.openLink')}
        {name && (
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        )}
      </div>
    </Group>
  )
}
