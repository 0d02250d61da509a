import { Anchor, Button, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usersCalls } from '#features/admin/users/contract.ts'
import { rolesToGive } from '#features/admin/users/rules.ts'
import { seesOnlyManaged } from '#features/core/account/match.ts'
import { mainRoles } from '#features/core/account/rules.ts'
import { organisationsQuery } from '#features/core/account/web/OrganisationChoice.tsx'
import { usePerson } from '#features/core/account/web/person.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { displayName } from '#web/ui/displayName.ts'
import { isId } from '#web/ui/ids.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { useCrosses } from '#web/ui/record/crosses.ts'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useSelection } from '#web/ui/record/selection.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { useInAddress } from '#web/ui/record/useInAddress.ts'
import { BulkBar } from './BulkBar.tsx'
import { ColumnMenu, useColumnChoice } from './ColumnMenu.tsx'
import { CreateUser } from './CreateUser.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { TagsDialog } from './TagsDialog.tsx'
import { TaskDialog } from './TaskDialog.tsx'
import { UserActs } from './UserActs.tsx'
import { UserCell } from './UserCell.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import { useUserColumns } from './userColumns.tsx'
import { tagsQuery } from './userQueries.ts'
import './UserTable.css'

/**
 * [SCREEN-018, ROUTE-113, NAV-014] The users: search, selection, details in a drawer, and the acts on them. An
 * admin sees all of the organization, a super admin all of every organization; a useradmin only presenters,
 * investors and members.
 */
export function UserList() {
  const { t } = useTranslation('account')
  const me = usePerson()
  const keepsMail = useKeepsMail()
  const opened = useInAddress('user')
  const task = useInAddress('task')
  const choice = useColumnChoice()
  const list = useUserList()
  const { match, query } = list
  const total = query.data?.total ?? 0
  const selection = useSelection(match, total)
  const isManager = seesOnlyManaged(me.roles)
  return (
    <ListScreen
      list={list}
      words={{
        ...t('list', { returnObjects: true }),
        ...(keepsMail && { emptyHint: t('list.emptyHintKept') }),
        ...(isManager
          ? { title: t('list.ownTitle', { organisation: me.org_name }), hint: t('list.ownHint') }
          : { hint: <Superadmins /> }),
      }}
      rowKey={user => user.user_id}
      selected={opened.id}
      // with one organization chosen, a super admin filters by its tags
      tools={<Tags orgId={match.org_id ?? me.org_id} />}
      add={{ label: t('create.new'), title: t('create.title'), form: close => <CreateUser onDone={close} /> }}
      filters={<Filters list={list} />}
      choosing={{
        selection,
        page: t('bulk.choosePage'),
        one: user => t('bulk.choose', { name: displayName(user, user.email) }),
      }}
      bar={
        <div className="user-bar">
          <BulkBar selection={selection} match={match} counted={total} />
          <div className="user-bar-end">
            <ExportMenu selection={selection} match={match} />
            <ColumnMenu choice={choice} />
          </div>
        </div>
      }
      columns={[
        {
          key: 'name',
          title: t('field.name'),
          sort: 'name',
          cell: user => (
            <UnstyledButton className="user-open" onClick={() => opened.open(user.user_id)}>
              <UserCell user={user} />
              <span className="unseen">{t('list.details')}</span>
            </UnstyledButton>
          ),
        },
        ...useUserColumns().filter(({ key }) => choice.isShown(key)),
      ]}
      acts={user => <UserActs user={user} onOpen={() => opened.open(user.user_id)} />}
    >
      <UserDrawer opened={opened} />
      {task.id && <TaskDialog taskId={task.id} onClose={task.close} />}
    </ListScreen>
  )
}

/** The list of users; tag, organization and contact list have names of their own in the address bar. */
const useUserList = () =>
  useCallList(usersCalls, 'getUserListForEp', {
    also: ['tag', 'org', 'list'],
    ask: ({ tag, org, list }) => ({
      ...(isId(tag) && { tag_id: tag }),
      ...(isId(org) && { org_id: org }),
      ...(isId(list) && { list_id: list }),
    }),
  })

/** [SCREEN-033] A super admin's filter by organization. */
function Superadmins() {
  const { t } = useTranslation('account')
  if (!useCrosses()) return null
  return (
    <Anchor component={Link} to="/user-management/list?role=superadmin&sort=name&order=asc" size="sm">
      {t('list.superadmins')}
    </Anchor>
  )
}

function Tags({ orgId }: { orgId: string }) {
  const { t } = useTranslation('account')
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<IconTags size={16} aria-hidden />} onClick={open}>
        {t('tag.manage')}
      </Button>
      <TagsDialog orgId={orgId} opened={opened} onClose={close} />
    </>
  )
}

/** Filters by a contact list; nothing where there is none. */
function InList({ list: { state } }: { list: ReturnType<typeof useUserList> }) {
  const { t } = useTranslation('lists')
  const { org } = state.filters
  const { data } = useQuery(callQuery('getListList', { limit: 200, ...(isId(org) && { org_id: org }) }))
  const lists = data?.items ?? []
  if (lists.length === 0) return null
  return (
    <FilterSelect
      state={state}
      filter="list"
      label={t('list.one')}
      options={lists.map(({ id, list_name }) => ({ value: id, label: list_name }))}
    />
  )
}

function Filters({ list }: { list: ReturnType<typeof useUserList> }) {
  const { state, choice } = list
  const { t } = useTranslation('account')
  const me = usePerson()
  const crosses = useCrosses()
  const tags = useQuery(tagsQuery(state.filters.org))
  const organisations = useQuery({ ...organisationsQuery, enabled: crosses })
  const roles = seesOnlyManaged(me.roles) ? rolesToGive(me.roles) : mainRoles
  return (
    <>
      {crosses && (
        <FilterSelect
          state={state}
          filter="org"
          label={t('field.organisation')}
          options={(organisations.data?.items ?? []).map(({ org_id, name }) => ({ value: org_id, label: name }))}
        />
      )}
      {choice('role', t('field.role'), role => t(`role.${role}`), roles)}
      {choice('state', t('field.state'), one => t(`state.${one}`))}
      <FilterSelect
        state={state}
        filter="tag"
        label={t('field.tag')}
        options={(tags.data?.items ?? []).map(({ tag_id, name }) => ({ value: tag_id, label: name }))}
      />
      <InList list={list} />
      {choice('signed_in', t('field.lastLogin'), one => t(`signedIn.${one}`))}
    </>
  )
}
