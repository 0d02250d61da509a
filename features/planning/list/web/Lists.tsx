import { Anchor, Text } from '@mantine/core'
import { IconHistory, IconPencil, IconRestore, IconShare, IconTrash, IconUserOff, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { History } from '#features/core/audit/web/History.tsx'
import { client } from '#web/client/client.ts'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { EntityDrawer } from '#web/ui/record/Entity.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import type { ListTableProps } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { useInAddress } from '#web/ui/record/useInAddress.ts'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import { type ContactList, listCalls } from '../contract.ts'
import { COUNTED, isLonger } from '../rules.ts'
import { ListForm } from './ListForm.tsx'

export const membersPath = (id: string) => `/list-management/member/${id}`

/** [ROUTE-117] The contact lists that the reader may use. */
export function Lists() {
  const { t } = useTranslation('lists')
  const list = useCallList(listCalls, 'getListList')
  const edited = useInAddress('edit')
  const past = useInAddress('history')
  const columns = useColumns()
  const navigate = useNavigate()
  return (
    <ListScreen
      list={list}
      words={t('list', { returnObjects: true })}
      add={{
        label: t('new'),
        form: close => (
          <ListForm
            onDone={id => {
              close()
              if (id) navigate(membersPath(id))
            }}
          />
        ),
      }}
      filters={
        <>
          {list.choice('list_type', t('field.list_type'), type => t(`type.${type}`))}
          <FilterSelect
            state={list.state}
            filter="shared"
            label={t('field.shared')}
            options={(['1', '0'] as const).map(value => ({ value, label: t(`shared.${value}`) }))}
          />
          <FilterSelect
            state={list.state}
            filter="deleted"
            label={t('deleted')}
            options={[{ value: '1', label: t('deleted') }]}
          />
        </>
      }
      columns={columns}
      acts={row => <ListActs list={row} edit={() => edited.open(row.id)} past={() => past.open(row.id)} />}
      selected={edited.id ?? past.id}
    >
      <EntityDrawer open={edited} read={id => callQuery('getList', { id })} title={() => t('edit')}>
        {found => <ListForm list={found} onDone={edited.close} />}
      </EntityDrawer>
      <EntityDrawer
        open={past}
        read={id => callQuery('getList', { id })}
        title={found => found?.list_name ?? t('history')}
      >
        {({ id }) => (
          <History
            read={limit => callQuery('getListHistory', { id, limit })}
            field={field => t(`field.${field as 'shared'}`)}
          />
        )}
      </EntityDrawer>
    </ListScreen>
  )
}

function useColumns(): ListTableProps<typeof listCalls.getListList>['columns'] {
  const { t } = useTranslation('lists')
  return [
    {
      key: 'list_name',
      title: t('field.list_name'),
      sort: 'name',
      cell: ({ id, list_name: name, description, deleted }) => (
        <>
          {deleted ? (
            name
          ) : (
            <Anchor component={Link} to={membersPath(id)}>
              {name}
            </Anchor>
          )}
          {description && (
            <Text size="sm" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )}
        </>
      ),
    },
    { key: 'list_type', title: t('field.list_type'), cell: row => t(`type.${row.list_type}`) },
    {
      key: 'members',
      title: t('field.members'),
      cell: list => (
        <span className="tabular">
          {isLonger(list) ? t('countMost', { count: COUNTED }) : t('count', { count: list.members })}
        </span>
      ),
    },
    {
      key: 'shared',
      title: t('field.shared'),
      cell: ({ shared }) => (
        <StateBadge tone={shared ? 'accent' : 'neutral'}>{t(shared ? 'shared.1' : 'shared.0')}</StateBadge>
      ),
    },
    { key: 'owner', title: t('field.owner'), cell: row => row.owner_name || t('noOwner') },
    { key: 'org_name', title: t('field.organisation'), crossing: true },
    {
      key: 'updated',
      title: t('field.updated'),
      sort: 'updated_on',
      cell: row => <TimeAgo at={row.updated_on} />,
    },
  ]
}

interface ActsProps {
  list: ContactList
  edit: () => void
  past: () => void
}

function ListActs({ list, edit, past }: ActsProps) {
  const { t } = useTranslation(['lists', 'common'])
  const navigate = useNavigate()
  const { id, list_name: name, shared, deleted, may_change: mayChange, is_owner: isOwner } = list
  const share = (to: boolean) => () => client.updateList({ id, shared: to })
  return (
    <ActMenu
      label={t('lists:acts', { name })}
      calls={listCalls}
      acts={[
        !deleted && { label: t('lists:open'), icon: IconUsers, go: () => navigate(membersPath(id)) },
        !deleted && mayChange && { label: t('common:act.edit'), icon: IconPencil, go: edit },
        !deleted &&
          isOwner && {
            label: t(shared ? 'lists:unshare' : 'lists:share'),
            icon: shared ? IconUserOff : IconShare,
            run: share(!shared),
            done: t(shared ? 'lists:done.unshare' : 'lists:done.share', { name }),
            undo: share(shared),
          },
        !deleted && { label: t('lists:history'), icon: IconHistory, go: past },
        deleted &&
          mayChange && {
            label: t('lists:restore'),
            icon: IconRestore,
            run: () => client.restoreList({ id }),
            done: t('lists:done.restore', { name }),
          },
        !deleted &&
          mayChange && {
            label: t('common:act.delete'),
            icon: IconTrash,
            danger: true,
            confirm: {
              title: t('lists:delete'),
              body: t('lists:deleteBody', { name }),
              act: t('lists:delete'),
              failed: t('lists:failed.delete'),
            },
            run: () => client.deleteList({ id }),
            done: t('lists:done.delete', { name }),
            undo: () => client.restoreList({ id }),
          },
      ]}
    />
  )
}
