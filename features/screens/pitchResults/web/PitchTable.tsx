import { Button, UnstyledButton } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { PitchItem } from '#features/core/pitch/fields.ts'
import { pitchStates } from '#features/core/pitch/rules.ts'
import { Elapsed } from '#features/core/pitch/web/Elapsed.tsx'
import { LockMark, PitchStateMark, useStateWords } from '#features/core/pitch/web/PitchState.tsx'
import { client } from '#web/client/client.ts'
import { type Column, DataList } from '#web/ui/DataList.tsx'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { DateFilter } from '#web/ui/DateFilter.tsx'
import { dayEnd, dayStart, daysOf } from '#web/ui/days.ts'
import { useListState } from '#web/ui/listState.ts'
import { Time } from '#web/ui/Time.tsx'
import { DeletePitchDialog } from './DeletePitchDialog.tsx'
import { PitchDrawer } from './PitchDrawer.tsx'
import { PitchMenu } from './PitchMenu.tsx'
import { RestoreAct } from './RestoreAct.tsx'
import './PitchTable.css'
import { pitchPaths } from '#features/core/pitch/web/pitchActs.ts'

/** How many people are in a live room. */
const hereQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['pitch', 'here', uuid],
    queryFn: async () => (await client.getRoomPeople({ pitch_uuid: uuid, limit: 1 })).here,
    refetchInterval: 10_000,
  })

type Sort = 'name' | 'start' | 'created'
type Filter = 'name' | 'state' | 'dates'

/** What the list calls of pitches are asked. */
export interface PitchListInput {
  page: number
  limit: number
  sort: Sort
  order: 'asc' | 'desc'
  name?: string
  state?: (typeof pitchStates)[number]
  deleted?: boolean
  start_time_s?: string
  start_time_e?: string
}

interface Props {
  /** The call's name, under which its answers are kept. */
  name: string
  list: (input: PitchListInput) => Promise<{ items: PitchItem[]; total: number }>
  label: string
  empty: { title: string; hint: string; act?: ReactNode }
  /** Shows who presents, in lists of other people's pitches. */
  withPresenter?: boolean
}

const sorts = ['name', 'start', 'created'] as const
const filters = ['name', 'state', 'dates'] as const
/** The choice among the states that shows what can still be taken back. */
const DELETED = 'deleted'

/** Pitches as rows: live ones first, details in a drawer, everything that can be done in a menu. */
export function PitchTable({ name, list, label, empty, withPresenter = false }: Props) {
  const { t } = useTranslation('pitch')
  const state = useListState<Sort, Filter>({ sorts, sort: 'start', order: 'desc', filters })
  const stateWords = useStateWords()
  const [deleted, setDeleted] = useState<PitchItem>()
  const [opened, open] = useOpenedPitch()
  const { filters: set, page, limit, sort, order } = state
  const wanted = pitchStates.find(known => known === set.state)
  const onlyDeleted = set.state === DELETED
  const [from, to] = daysOf(set.dates)
  const input: PitchListInput = {
    ...{ page, limit, sort, order },
    ...(set.name && { name: set.name }),
    ...(wanted && { state: wanted }),
    ...(onlyDeleted && { deleted: true }),
    ...(from && { start_time_s: dayStart(from) }),
    ...(to && { start_time_e: dayEnd(to) }),
  }
  const query = useQuery({
    queryKey: ['pitch', name, input],
    queryFn: () => list(input),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })

  const columns: Column<PitchItem, Sort>[] = [
    {
      key: 'name',
      title: t('column.name'),
      sort: 'name',
      width: '36%',
      cell: pitch => <NameCell pitch={pitch} open={onlyDeleted ? undefined : () => open(pitch.uuid)} />,
    },
    ...(withPresenter
      ? [{ key: 'presenter', title: t('column.presenter'), cell: (pitch: PitchItem) => pitch.presenter_name }]
      : []),
    { key: 'when', title: t('column.when'), sort: 'start', cell: pitch => <WhenCell pitch={pitch} /> },
    { key: 'state', title: t('column.state'), cell: pitch => <StateCell pitch={pitch} /> },
    { key: 'people', title: t('column.people'), numeric: true, cell: pitch => <PeopleCell pitch={pitch} /> },
    {
      key: 'acts',
      title: t('column.acts'),
      titleUnseen: true,
      numeric: true,
      cell: pitch =>
        onlyDeleted ? (
          <RestoreAct pitch={pitch} />
        ) : (
          <span className="pitch-row-acts">
            {pitch.state === 'inProgress' && (
              <Button component={Link} to={pitchPaths.room(pitch)} size="compact-sm">
                {t('act.enter')}
              </Button>
            )}
            <PitchMenu pitch={pitch} onDelete={() => setDeleted(pitch)} />
          </span>
        ),
    },
  ]

  return (
    <>
      <DataList
        label={label}
        state={state}
        query={query}
        columns={columns}
        rowKey={pitch => pitch.uuid}
        search={{ filter: 'name', label: t('filter.search') }}
        filters={
          <>
            <FilterSelect
              state={state}
              filter="state"
              label={t('filter.state')}
              options={[
                ...pitchStates.filter(known => known !== 'draft').map(value => ({ value, label: stateWords(value) })),
                { value: DELETED, label: t('restore.filter') },
              ]}
            />
            <DateFilter value={set.dates} onChange={dates => state.setFilter('dates', dates)} />
          </>
        }
        empty={empty}
        selected={opened}
      />
      <PitchDrawer uuid={opened} onClose={() => open(undefined)} onDelete={setDeleted} />
      <DeletePitchDialog
        pitch={deleted}
        onClose={() => setDeleted(undefined)}
        onDeleted={() => deleted?.uuid === opened && open(undefined)}
      />
    </>
  )
}

/** The pitch whose details are open stands in the address as well. */
function useOpenedPitch(): [string | undefined, (uuid: string | undefined) => void] {
  const [address, setAddress] = useSearchParams()
  const open = (uuid: string | undefined) =>
    setAddress(
      before => {
        const after = new URLSearchParams(before)
        if (uuid) after.set('pitch', uuid)
        else after.delete('pitch')
        return after
      },
      { preventScrollReset: true },
    )
  return [address.get('pitch') ?? undefined, open]
}

/** The name, which opens the details where there are any to open. */
function NameCell({ pitch, open }: { pitch: PitchItem; open: (() => void) | undefined }) {
  const words = (
    <>
      <span className="pitch-name-own">{pitch.presentation_name}</span>
      {pitch.company_name && <span className="pitch-name-company">{pitch.company_name}</span>}
    </>
  )
  if (!open) return <span className="pitch-name">{words}</span>
  return (
    <UnstyledButton className="pitch-name" onClick={open} aria-haspopup="dialog">
      {words}
    </UnstyledButton>
  )
}

function StateCell({ pitch }: { pitch: PitchItem }) {
  return (
    <span className="pitch-row-acts">
      <PitchStateMark state={pitch.state} />
      {pitch.is_locked && <LockMark />}
    </span>
  )
}

function WhenCell({ pitch }: { pitch: PitchItem }) {
  if (pitch.state === 'inProgress' && pitch.real_start_time)
    return (
      <span className="pitch-live">
        <Elapsed since={pitch.real_start_time} />
        <span className="unseen">
          <Time at={pitch.real_start_time} />
        </span>
      </span>
    )
  return <Time at={pitch.start_date_raw} />
}

function PeopleCell({ pitch }: { pitch: PitchItem }) {
  const { t } = useTranslation('pitch')
  const live = pitch.state === 'inProgress'
  const here = useQuery({ ...hereQuery(pitch.uuid), enabled: live })
  if (live && here.data !== undefined)
    return <span className="pitch-live">{t('people.here', { count: here.data })}</span>
  return t('people.invited', { count: pitch.attendees })
}
