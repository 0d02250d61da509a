import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/call.ts'
import type { User } from '#features/account/contract.ts'
import { client } from '#web/client/client.ts'
import { usePerson } from '#web/shell/person.ts'
import { DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Page } from '#web/ui/Page.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import { CreateUser } from './CreateUser.tsx'
import { UserActs } from './UserActs.tsx'
import { UserCell } from './UserCell.tsx'

type State = User['state']
const states: readonly State[] = ['invited', 'awaiting', 'active', 'disabled']
const tones: Record<State, Tone> = { invited: 'accent', awaiting: 'warn', active: 'good', disabled: 'neutral' }
const shownRoles = ['presenter', 'vc', 'member', 'pitchadmin', 'useradmin', 'admin', 'superadmin'] as const
const sorts = ['name', 'email', 'created_on', 'last_login'] as const

/** [SCREEN-018, ROUTE-113] The people of the organisation: found, added, let in and kept out. */
export function UserList() {
  const { t } = useTranslation('account')
  const [adding, { open, close }] = useDisclosure()
  // only a superadmin sees more than their own organisation
  const crosses = usePerson().roles.includes('superadmin')
  const state = useListState({ sorts, sort: 'created_on', order: 'desc', filters: ['name', 'role', 'state'] })
  const { page, limit, sort, order, filters } = state
  const role = shownRoles.find(name => name === filters.role)
  const accountState = states.find(name => name === filters.state)
  const users = useQuery({
    queryKey: ['users', page, limit, sort, order, filters],
    queryFn: () => client.getUserListForEp({ page, limit, sort, order, name: filters.name, role, state: accountState }),
    placeholderData: keepPreviousData,
  })
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {t('create.new')}
    </Button>
  )
  const options = <T extends Role | State>(names: readonly T[], label: (name: T) => string) =>
    names.map(value => ({ value, label: label(value) }))

  return (
    <Page title={t('list.title')} act={add}>
      <DataList
        label={t('list.label')}
        state={state}
        query={users}
        rowKey={user => user.user_id}
        search={{ filter: 'name', label: t('list.search') }}
        filters={
          <>
            <FilterSelect
              state={state}
              filter="role"
              label={t('field.role')}
              options={options(shownRoles, name => t(`role.${name}`))}
            />
            <FilterSelect
              state={state}
              filter="state"
              label={t('field.state')}
              options={options(states, name => t(`state.${name}`))}
            />
          </>
        }
        empty={{ title: t('list.empty'), hint: t('list.emptyHint'), act: add }}
        columns={[
          { key: 'name', title: t('field.name'), sort: 'name', cell: user => <UserCell user={user} /> },
          { key: 'email', title: t('field.email'), sort: 'email', cell: user => user.email },
          {
            key: 'role',
            title: t('field.role'),
            cell: user => user.roles.map(name => t(`role.${name}`)).join(', '),
          },
          { key: 'company', title: t('field.company'), cell: user => user.company_name },
          ...(crosses ? [{ key: 'org', title: t('field.organisation'), cell: (user: User) => user.org_name }] : []),
          {
            key: 'state',
            title: t('field.state'),
            cell: user => <StateBadge tone={tones[user.state]}>{t(`state.${user.state}`)}</StateBadge>,
          },
          {
            key: 'lastLogin',
            title: t('field.lastLogin'),
            sort: 'last_login',
            cell: user => (user.last_login ? <TimeAgo at={user.last_login} /> : t('list.never')),
          },
          {
            key: 'acts',
            title: t('list.actsTitle'),
            titleUnseen: true,
            width: '3rem',
            cell: user => <UserActs user={user} />,
          },
        ]}
      />
      <SideDrawer opened={adding} onClose={close} title={t('create.title')}>
        <CreateUser onDone={close} />
      </SideDrawer>
    </Page>
  )
}
