import { Anchor, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUpload, IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { displayName } from '#web/ui/displayName.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { isId } from '#web/ui/ids.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { ExportAct } from '#web/ui/record/ExportAct.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { type Selection, useSelection } from '#web/ui/record/selection.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import { type ContactList, listCalls, type Member } from '../contract.ts'
import { AddMembers } from './AddMembers.tsx'
import { ImportMembers } from './ImportMembers.tsx'

/** [ROUTE-118] The people of one list. The flag in the address is the list's id. */
export function ListMembers() {
  const { t } = useTranslation('lists')
  const id = useParams()['flag'] ?? ''
  const { data: list, error, refetch } = useQuery({ ...callQuery('getList', { id }), enabled: isId(id) })
  const failure = isId(id) ? error : new CallFailed('ListNotFound')
  return (
    <Page
      title={list?.list_name ?? t('list.title')}
      hint={
        <>
          <Anchor component={Link} to="/list-management" underline="always">
            {t('back')}
          </Anchor>
          {list && ` · ${t(`typeIs.${list.list_type}`)} · ${t(list.shared ? 'shared.1' : 'shared.0')}`}
          {list?.description && <Text size="sm">{list.description}</Text>}
        </>
      }
      act={list?.list_type === 'static' && list.may_change && <Adding list={list} />}
    >
      <ErrorNotice failure={list ? undefined : failure} retry={isId(id) ? refetch : undefined} />
      {list && <Members list={list} />}
    </Page>
  )
}

function Adding({ list }: { list: ContactList }) {
  const { t } = useTranslation('lists')
  const [importing, imports] = useDisclosure()
  const [adding, adds] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={imports.open}>
        {t('import.act')}
      </Button>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={adds.open}>
        {t('add.act')}
      </Button>
      <SideDrawer opened={importing} onClose={imports.close} title={t('import.title')} size={720}>
        {importing && <ImportMembers list={list} onDone={imports.close} />}
      </SideDrawer>
      <SideDrawer opened={adding} onClose={adds.close} title={t('add.act')}>
        {adding && <AddMembers list={list} onDone={adds.close} />}
      </SideDrawer>
    </>
  )
}

const nameOf = (person: Member) => displayName(person, person.email)
const stateTones: Readonly<Record<NonNullable<Member['state']>, Tone>> = {
  invited: 'accent',
  awaiting: 'warn',
  active: 'good',
  disabled: 'neutral',
}

function Members({ list: { id, list_type: type, may_change: mayChange } }: { list: ContactList }) {
  const { t } = useTranslation(['lists', 'account', 'invite'])
  const list = useCallList(listCalls, 'getListMemberDetailList', { of: { list_id: id } })
  const { data } = list.query
  const selection = useSelection(list.match, data?.total ?? 0)
  const changes = type === 'static' && mayChange
  const { sort, order } = list.state
  return (
    <ListTable
      list={list}
      words={{
        ...t('lists:members', { returnObjects: true }),
        ...(type === 'dynamic' && { emptyHint: t('lists:members.emptyDynamic') }),
      }}
      {...(changes && {
        choosing: {
          selection,
          page: t('lists:choosePage'),
          one: (person: Member) => t('lists:choose', { name: nameOf(person) }),
        },
      })}
      bar={
        <Group justify="space-between" mb="xs">
          {changes ? <Removing listId={id} selection={selection} /> : <span />}
          <ExportAct
            words={(word, of) => t(`lists:export.${word}`, of)}
            run={() => client.exportListMembers({ list_id: id, ...list.match, sort, order })}
          />
        </Group>
      }
      columns={[
        { key: 'name', title: t('account:field.name'), sort: 'name', cell: nameOf },
        { key: 'email', title: t('account:field.email'), sort: 'email' },
        { key: 'company_name', title: t('account:field.company') },
        {
          key: 'state',
          title: t('account:field.state'),
          cell: ({ state, held_by: held }) => (
            <Group gap={4}>
              {state ? (
                <StateBadge tone={stateTones[state]}>{t(`account:state.${state}`)}</StateBadge>
              ) : (
                <StateBadge tone="neutral">{t('lists:contact')}</StateBadge>
              )}
              {held && <StateBadge tone="warn">{t('lists:noMail', { why: t(`invite:held.${held}`) })}</StateBadge>}
            </Group>
          ),
        },
      ]}
      acts={changes ? person => <MemberActs listId={id} person={person} /> : undefined}
    />
  )
}

/** A person as a list takes them again. */
const again = ({ email, firstname, lastname }: Member) => ({ email, firstname, lastname })

function MemberActs({ listId, person }: { listId: string; person: Member }) {
  const { t } = useTranslation(['lists', 'common'])
  const name = nameOf(person)
  return (
    <ActMenu
      calls={listCalls}
      acts={[
        {
          label: t('common:act.remove'),
          name: t('lists:remove', { name }),
          icon: IconUserMinus,
          run: () => client.deleteListMembers({ list_id: listId, ids: [person.id] }),
          done: t('lists:done.remove', { name }),
          undo: () => client.addListMembers({ list_id: listId, contacts: [again(person)] }),
        },
      ]}
    />
  )
}

/** Removes the selected people. */
function Removing({ listId, selection }: { listId: string; selection: Selection }) {
  const { t } = useTranslation('lists')
  const [asking, { open, close }] = useDisclosure()
  const refresh = useRefresh(listCalls)
  const count = selection.size
  async function run() {
    const { removed } = await client.deleteListMembers({ list_id: listId, ids: [...selection.ids] })
    selection.clear()
    doneNotice(t('done.removed', { count: removed }))
    await refresh()
  }
  return (
    <>
      <Button
        variant="default"
        disabled={count === 0}
        leftSection={<IconUserMinus size={16} aria-hidden />}
        onClick={open}
      >
        {count > 0 ? t('removeSome', { count }) : t('removeNone')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={t('removeSome', { count })}
        act={t('removeSome', { count })}
        run={run}
      >
        {t('removeBody')}
      </ConfirmDialog>
    </>
  )
}
