import { Anchor } from '@mantine/core'
import { IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { fromWire, instantOfMoment } from '#features/core/pitch/web/moment.ts'
import { PitchStateMark } from '#features/core/pitch/web/PitchState.tsx'
import { draftPaths } from '#features/core/pitch/web/pitchActs.ts'
import { client } from '#web/client/client.ts'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { ListTable } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import { type DraftItem, draftCalls } from '../contract.ts'
import './DraftTable.css'

interface Props {
  /** Whose drafts: the caller's own, or all that they manage. */
  whose: 'own' | 'all'
  emptyAct?: ReactNode
  /** Further filters, of the list of pitches in whose place the drafts stand. */
  filters?: (state: DraftList['state']) => ReactNode
}

const useDrafts = (whose: Props['whose']) =>
  useCallList(draftCalls, whose === 'own' ? 'getPitchDraftListForPresenter' : 'getPitchDraftListAll', {
    also: ['state'],
    ask: ({ deleted }) => (deleted === '1' ? { deleted: true } : {}),
    under: 'pitch',
  })
type DraftList = ReturnType<typeof useDrafts>

/** Drafts as rows, which a click opens. */
export function DraftTable({ whose, emptyAct, filters }: Props) {
  const { t } = useTranslation('drafts')
  const list = useDrafts(whose)
  const isAll = whose === 'all'
  return (
    <ListTable
      list={list}
      words={{ ...t(isAll ? 'all' : 'list', { returnObjects: true }), search: t('search') }}
      emptyAct={emptyAct}
      filters={
        <>
          {filters?.(list.state)}
          <FilterSelect
            state={list.state}
            filter="deleted"
            label={t('deleted')}
            options={[{ value: '1', label: t('deleted') }]}
          />
        </>
      }
      columns={[
        {
          key: 'name',
          title: t('column.name'),
          sort: 'name',
          width: '32%',
          cell: row => <Name draft={row} isAll={isAll} />,
        },
        isAll && { key: 'owner_name', title: t('column.owner') },
        { key: 'org_name', title: t('column.organisation'), crossing: true },
        { key: 'state', title: t('column.state'), cell: () => <PitchStateMark state="draft" /> },
        { key: 'when', title: t('column.when'), cell: row => <Start draft={row} /> },
        {
          key: 'people',
          title: t('column.people'),
          numeric: true,
          cell: row => t('people', { count: row.contact_count }),
        },
        {
          key: 'updated',
          title: t('column.updated'),
          sort: 'updated',
          cell: row => <Changed draft={row} isAll={isAll} />,
        },
      ]}
      acts={row => <DraftActs draft={row} isAll={isAll} />}
    />
  )
}

const addressOf = ({ id }: DraftItem, isAll: boolean) => (isAll ? draftPaths.editByAdmin(id) : draftPaths.edit(id))
export const useDraftName = () => {
  const { t } = useTranslation('drafts')
  return ({ presentation_name }: Pick<DraftItem, 'presentation_name'>) => presentation_name || t('unnamed')
}

function Name({ draft, isAll }: { draft: DraftItem; isAll: boolean }) {
  const nameOf = useDraftName()
  const words = (
    <>
      <span className="draft-name">{nameOf(draft)}</span>
      {draft.company_name && <span className="draft-company">{draft.company_name}</span>}
    </>
  )
  if (draft.deleted) return words
  return (
    <Anchor component={Link} to={addressOf(draft, isAll)} c="inherit" className="draft-link">
      {words}
    </Anchor>
  )
}

/** The chosen start, as far as it is one. */
function Start({ draft }: { draft: DraftItem }) {
  const { t } = useTranslation('drafts')
  const { start_date: date, start_time: time, start_noon, start_zone: zone } = draft
  const noon = start_noon === 'PM' ? 'PM' : 'AM'
  const at = date && time ? instantOfMoment(fromWire({ date, time, noon, zone })) : undefined
  return at ? <Time at={at} /> : <span className="draft-none">{t('noTime')}</span>
}

function Changed({ draft, isAll }: { draft: DraftItem; isAll: boolean }) {
  const isOthers = isAll || draft.updated_by !== draft.owner_name
  return (
    <>
      <TimeAgo at={draft.updated_time} />
      {isOthers && draft.updated_by && <span className="draft-company">{draft.updated_by}</span>}
    </>
  )
}

function DraftActs({ draft, isAll }: { draft: DraftItem; isAll: boolean }) {
  const { t } = useTranslation(['drafts', 'common'])
  const navigate = useNavigate()
  const nameOf = useDraftName()
  const { id, deleted } = draft
  const name = nameOf(draft)
  const restore = () => client.restorePitchDraft({ id })
  return (
    <ActMenu
      label={t('drafts:acts', { name })}
      calls={draftCalls}
      acts={[
        !deleted && { label: t('common:act.edit'), icon: IconPencil, go: () => navigate(addressOf(draft, isAll)) },
        deleted && {
          label: t('drafts:restore'),
          icon: IconRestore,
          run: restore,
          done: t('drafts:done.restore', { name }),
        },
        !deleted && {
          label: t('common:act.delete'),
          icon: IconTrash,
          danger: true,
          confirm: {
            title: t('drafts:delete.title'),
            body: t('drafts:delete.body', { name }),
            act: t('drafts:delete.title'),
            failed: t('drafts:delete.failed'),
          },
          run: () => client.deletePitchDraft({ id }),
          done: t('drafts:done.delete', { name }),
          undo: restore,
        },
      ]}
    />
  )
}
