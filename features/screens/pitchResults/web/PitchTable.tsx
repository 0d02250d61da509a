import { Button, UnstyledButton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import type { PitchItem } from '#features/core/pitch/fields.ts'
import { looksAfterPitches, pitchStates } from '#features/core/pitch/rules.ts'
import { Elapsed } from '#features/core/pitch/web/Elapsed.tsx'
import { LockMark, PitchStateMark, SpotlightMark, useStateWords } from '#features/core/pitch/web/PitchState.tsx'
import { pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { ApprovalMark } from '#features/planning/approval/web/ApprovalMark.tsx'
import { DraftTable } from '#features/planning/draft/web/DraftTable.tsx'
import { planCalls } from '#features/planning/plan/contract.ts'
import { client } from '#web/client/client.ts'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { DateFilter } from '#web/ui/DateFilter.tsx'
import { dayEnd, dayStart, daysOf } from '#web/ui/days.ts'
import type { ListState } from '#web/ui/listState.ts'
import { ListTable, type ListWords } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { useInAddress } from '#web/ui/record/useInAddress.ts'
import { Time } from '#web/ui/Time.tsx'
import { DeletePitchDialog } from './DeletePitchDialog.tsx'
import { PitchDrawer } from './PitchDrawer.tsx'
import { PitchMenu } from './PitchMenu.tsx'
import { RestoreAct } from './RestoreAct.tsx'
import './PitchTable.css'

/** The number of people in a live room. */
const hereQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['pitch', 'here', uuid],
    queryFn: async () => (await client.getRoomPeople({ pitch_uuid: uuid, limit: 1 })).here,
    refetchInterval: 10_000,
  })

interface Props {
  /** Which pitches: the caller's own, or all that they manage. */
  call: 'getPitchListForPresenter' | 'getPitchListForEp'
  words: ListWords
  emptyAct?: ReactNode
  /** Shows the presenter, for lists of other people's pitches. */
  withPresenter?: boolean
}

/** The choice of the state filter that shows deleted pitches. */
const DELETED = 'deleted'

const usePitchList = (call: Props['call']) =>
  useCallList(planCalls, call, {
    also: ['dates'],
    ask: ({ state, dates }) => {
      const [from, to] = daysOf(dates)
      return {
        ...(state === DELETED && { deleted: true }),
        ...(from && { start_time_s: dayStart(from) }),
        ...(to && { start_time_e: dayEnd(to) }),
      }
    },
    every: 30_000,
    under: 'pitch',
  })

/** [STATE-004] Pitches as rows, or drafts, which have calls of their own. */
export function PitchTable(props: Props) {
  const [asked] = useSearchParams()
  const { roles } = usePerson()
  if (asked.get('state') !== 'draft') return <Pitches {...props} />
  const whose = props.call === 'getPitchListForEp' && looksAfterPitches(roles) ? 'all' : 'own'
  return <DraftTable whose={whose} emptyAct={props.emptyAct} filters={state => <StateFilter state={state} />} />
}

/** Live pitches come first; details are in a drawer and all actions in a menu. */
function Pitches({ call, words, emptyAct, withPresenter = false }: Props) {
  const { t } = useTranslation('pitch')
  const [deleted, setDeleted] = useState<PitchItem>()
  const opened = useInAddress('pitch')
  const list = usePitchList(call)
  const { state } = list
  const onlyDeleted = state.filters.state === DELETED
  const acts = (pitch: PitchItem) =>
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
    )
  return (
    <>
      <ListTable
        list={list}
        words={words}
        emptyAct={emptyAct}
        rowKey={pitch => pitch.uuid}
        selected={opened.id}
        filters={
          <>
            <StateFilter state={state} />
            <DateFilter value={state.filters.dates} onChange={dates => state.setFilter('dates', dates)} />
          </>
        }
        columns={[
          {
            key: 'name',
            title: t('column.name'),
            sort: 'name',
            width: '36%',
            cell: pitch => <NameCell pitch={pitch} open={onlyDeleted ? undefined : () => opened.open(pitch.uuid)} />,
          },
          withPresenter && { key: 'presenter_name', title: t('column.presenter') },
          { key: 'when', title: t('column.when'), sort: 'start', cell: pitch => <WhenCell pitch={pitch} /> },
          { key: 'state', title: t('column.state'), cell: pitch => <StateCell pitch={pitch} /> },
          { key: 'people', title: t('column.people'), numeric: true, cell: pitch => <PeopleCell pitch={pitch} /> },
          { key: 'acts', title: t('column.acts'), titleUnseen: true, numeric: true, cell: acts },
        ]}
      />
      <PitchDrawer opened={opened} onDelete={setDeleted} />
      <DeletePitchDialog
        pitch={deleted}
        onClose={() => setDeleted(undefined)}
        onDeleted={() => deleted?.uuid === opened.id && opened.close()}
      />
    </>
  )
}

function StateFilter<S extends string, F extends string>({ state }: { state: ListState<S, F | 'state'> }) {
  const { t } = useTranslation('pitch')
  const stateWords = useStateWords()
  return (
    <FilterSelect
      state={state}
      filter="state"
      label={t('filter.state')}
      options={[
        ...pitchStates.map(value => ({ value, label: stateWords(value) })),
        { value: DELETED, label: t('restore.filter') },
      ]}
    />
  )
}

/** The name of a pitch, which opens its details. */
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
    <span className="pitch-row-marks">
      <PitchStateMark state={pitch.state} invited={pitch.attendees} />
      <ApprovalMark status={pitch.attribute_status} />
      {pitch.is_locked && <LockMark />}
      {pitch.spotlight && <SpotlightMark />}
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
