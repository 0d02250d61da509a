import { Checkbox, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { User } from '#features/admin/users/contract.ts'
import { rolesToGive, seesOnlyManaged } from '#features/admin/users/rules.ts'
import { mainRoles } from '#features/core/account/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { useKeepsMail } from '#features/core/site/web/registrationInfo.ts'
import { client } from '#web/client/client.ts'
import { type Column, DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { displayName } from '#web/ui/displayName.ts'
import { BulkBar } from './BulkBar.tsx'
import { TaskDialog } from './BulkDialog.tsx'
import { ColumnMenu, useColumnChoice } from './ColumnMenu.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { type Selection, useSelection } from './selection.ts'
import { UserActs } from './UserActs.tsx'
import { UserCell } from './UserCell.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import { type ShownColumn, useUserColumns } from './userColumns.tsx'
import { type UserSort, useFilterOptions, useUserFilters } from './userFilters.ts'
import { tagsQuery } from './userQueries.ts'
import './UserTable.css'

interface Props {
  label: string
  /** Shows people of all organisations, with theirs. */
  crosses: boolean
  /** What to do where there is nobody yet. */
  add: ReactNode
}

/** People as rows: chosen, found, opened in a drawer, and everything that can be done with them. */
export function UserTable({ label, crosses, add }: Props) {
  const { t } = useTranslation('account')
  const me = usePerson()
  const { state, match } = useUserFilters()
  const { page, limit, sort, order } = state
  const users = useQuery({
    queryKey: ['users', page, limit, sort, order, match],
    queryFn: () => client.getUserListForEp({ page, limit, sort, order, ...match }),
    placeholderData: keepPreviousData,
  })
  const keepsMail = useKeepsMail()
  const selection = useSelection(match, users.data?.total ?? 0)
  const [opened, open] = useInAddress('user')
  const [task, openTask] = useInAddress('task')
  const choice = useColumnChoice()
  const shown = useUserColumns().filter(({ key }) => (key === 'org' ? crosses : true) && choice.isShown(key))
  const manages = seesOnlyManaged(me.roles) ? rolesToGive(me.roles) : mainRoles

  return (
    <>
      <DataList
        label={label}
        state={state}
        query={users}
        rowKey={user => user.user_id}
        selected={opened}
        search={{ filter: 'name', label: t('list.search') }}
        filters={<Filters roles={manages} crosses={crosses} state={state} />}
        bar={
          <div className="user-bar">
            <BulkBar selection={selection} match={match} counted={users.data?.total ?? 0} />
            <div className="user-bar-end">
              <ExportMenu selection={selection} match={match} />
              <ColumnMenu choice={choice} crosses={crosses} />
            </div>
          </div>
        }
        empty={{ title: t('list.empty'), hint: t(keepsMail ? 'list.emptyHintKept' : 'list.emptyHint'), act: add }}
        columns={columnsOf({ t, users: users.data?.items ?? [], selection, shown, open })}
      />
      <UserDrawer userId={opened} onClose={() => open(undefined)} />
      {task && <TaskDialog taskId={task} onClose={() => openTask(undefined)} />}
    </>
  )
}

interface Columns {
  t: ReturnType<typeof useTranslation<'account'>>['t']
  users: readonly User[]
  selection: Selection
  shown: readonly ShownColumn[]
  open: (id: string) => void
}

function columnsOf({ t, users, selection, shown, open }: Columns): Column<User, UserSort>[] {
  const chosen = users.filter(user => selection.has(user.user_id)).length
  const name = (user: User) => displayName(user, user.email)
  return [
    {
      key: 'choose',
      title: t('bulk.choosePage'),
      width: '2.5rem',
      head: (
        <Checkbox
          aria-label={t('bulk.choosePage')}
          checked={chosen > 0 && chosen === users.length}
          indeterminate={chosen > 0 && chosen < users.length}
          onChange={() => selection.togglePage(users)}
        />
      ),
      cell: user => (
        <Checkbox
          aria-label={t('bulk.choose', { name: name(user) })}
          checked={selection.has(user.user_id)}
          onChange={() => selection.toggle(user.user_id)}
        />
      ),
    },
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      cell: user => (
        <UnstyledButton className="user-open" onClick={() => open(user.user_id)}>
          <UserCell user={user} />
          <span className="unseen">{t('list.details')}</span>
        </UnstyledButton>
      ),
    },
    ...shown,
    {
      key: 'acts',
      title: t('list.actsTitle'),
      titleUnseen: true,
      width: '3rem',
      cell: user => <UserActs user={user} onOpen={() => open(user.user_id)} />,
    },
  ]
}

interface FilterProps {
  roles: readonly (typeof mainRoles)[number][]
  crosses: boolean
  state: ReturnType<typeof useUserFilters>['state']
}

function Filters({ roles, crosses, state }: FilterProps) {
  const { t } = useTranslation('account')
  const options = useFilterOptions(roles)
  const tags = useQuery(tagsQuery(state.filters.org))
  const organisations = useQuery({
    queryKey: ['userOrganisations'],
    queryFn: () => client.getUserOrganisationList({}),
    enabled: crosses,
    staleTime: 60_000,
  })
  const tagOptions = useMemo(
    () => (tags.data?.items ?? []).map(({ tag_id, name }) => ({ value: tag_id, label: name })),
    [tags.data],
  )
  const orgOptions = (organisations.data?.items ?? []).map(({ org_id, name }) => ({ value: org_id, label: name }))
  return (
    <>
      {crosses && <FilterSelect state={state} filter="org" label={t('field.organisation')} options={orgOptions} />}
      <FilterSelect state={state} filter="role" label={t('field.role')} options={options.roles} />
      <FilterSelect state={state} filter="state" label={t('field.state')} options={options.states} />
      <FilterSelect state={state} filter="tag" label={t('field.tag')} options={tagOptions} />
      <FilterSelect state={state} filter="signed_in" label={t('field.lastLogin')} options={options.times} />
    </>
  )
}

/** Whose details, or which task, is open: kept in the address bar. */
function useInAddress(name: 'user' | 'task'): [string | undefined, (id: string | undefined) => void] {
  const [address, setAddress] = useSearchParams()
  const open = (id: string | undefined) =>
    setAddress(
      before => {
        const after = new URLSearchParams(before)
        if (id) after.set(name, id)
        else after.delete(name)
        return after
      },
      { replace: id === undefined, preventScrollReset: true },
    )
  return [address.get(name) ?? undefined, open]
}
