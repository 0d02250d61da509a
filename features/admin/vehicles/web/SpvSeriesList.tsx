import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { writeNumber } from '#contract/amounts.ts'
import { showMoney } from '#contract/money.ts'
import type { SpvSeries } from '#features/core/vehicle/contract.ts'
import type { SeriesState } from '#features/core/vehicle/rules.ts'
import { client } from '#web/client/client.ts'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { EntityDrawer } from '#web/ui/record/Entity.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import type { ListTableProps } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { useInAddress } from '#web/ui/record/useInAddress.ts'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import { TimeAgo } from '#web/ui/Time.tsx'
import { vehiclesCalls } from '../contract.ts'
import { SeriesForm } from './SeriesForm.tsx'
import { useDeletedFilter, useVehicleActs } from './vehicleActs.ts'

const tones = {
  forming: 'neutral',
  open: 'good',
  full: 'warn',
  closed: 'neutral',
} as const satisfies Record<SeriesState, Tone>

/** [PROD-038] The series of one SPV, or of all: a part of SPV setup. */
export function SpvSeriesList() {
  const { t } = useTranslation('vehicles')
  // the SPV whose page this is: no filter that the reader clears
  const { id: spvId } = useInAddress('spv_id')
  const list = useCallList(vehiclesCalls, 'getSpvSeriesList', { of: { spv_id: spvId } })
  const edited = useInAddress('edit')
  const spv = useQuery({ ...callQuery('getSpv', { id: spvId ?? '' }), enabled: spvId !== undefined })
  const name = spv.data?.spv_legal_name
  return (
    <ListScreen
      list={list}
      words={{
        ...t('series', { returnObjects: true }),
        ...(spvId && name && { title: t('seriesOf', { name }) }),
        hint: <Hint />,
      }}
      add={{ label: t('newSeries'), form: close => <SeriesForm spvId={spvId} onDone={close} /> }}
      filters={
        <>
          {list.choice('status', t('field.status'), status => t(`status.${status}`))}
          <FilterSelect state={list.state} {...useDeletedFilter()} />
        </>
      }
      columns={useColumns(spvId)}
      acts={row => <SeriesActs series={row} edit={() => edited.open(row.id)} />}
    >
      <EntityDrawer open={edited} read={id => callQuery('getSpvSeries', { id })} title={() => t('editSeries')}>
        {series => <SeriesForm series={series} onDone={edited.close} />}
      </EntityDrawer>
    </ListScreen>
  )
}

/** The title of the list, and the link back. */
function Hint() {
  const { t } = useTranslation('vehicles')
  return (
    <>
      {t('series.hint')}{' '}
      <Anchor component={Link} to="/spv/list" underline="always">
        {t('backToSpvs')}
      </Anchor>
    </>
  )
}

type Columns = ListTableProps<(typeof vehiclesCalls)['getSpvSeriesList']>['columns']

/** The columns of the list; without an SPV also whose each is. */
function useColumns(spvId: string | undefined): Columns {
  const { t, i18n } = useTranslation('vehicles')
  return [
    { key: 'spv_series_name', title: t('field.spv_series_name'), sort: 'name' },
    !spvId && { key: 'spv_legal_name', title: t('field.spv') },
    { key: 'company_name', title: t('field.company') },
    {
      key: 'status',
      title: t('field.status'),
      sort: 'status',
      cell: ({ status }) => <StateBadge tone={tones[status]}>{t(`status.${status}`)}</StateBadge>,
    },
    {
      key: 'seats',
      title: t('column.seats'),
      numeric: true,
      cell: row => {
        const [taken, most] = [row.seats_taken, row.maximum_of_investors].map(n => writeNumber(n, i18n.language))
        const seats = t('seatsOf', { taken, most })
        return row.waiting > 0 ? t('seatsWaiting', { seats, count: row.waiting }) : seats
      },
    },
    {
      key: 'minimum_co_investment',
      title: t('column.minimum'),
      numeric: true,
      cell: row => showMoney(row.minimum_co_investment),
    },
    {
      key: 'committed_amount',
      title: t('column.committed'),
      numeric: true,
      cell: row => showMoney(row.committed_amount),
    },
    { key: 'org_name', title: t('column.organisation'), crossing: true },
    {
      key: 'updated',
      title: t('column.updated'),
      sort: 'updated_on',
      cell: row => <TimeAgo at={row.updated_on} />,
    },
  ]
}

function SeriesActs({ series, edit }: { series: SpvSeries; edit: () => void }) {
  const { t } = useTranslation('vehicles')
  const { id, spv_series_name: name, deleted } = series
  const acts = useVehicleActs({
    ...{ name, deleted, edit, deletion: t('deleteSeries') },
    remove: () => client.deleteSpvSeries({ id }),
    restore: () => client.restoreSpvSeries({ id }),
  })
  return <ActMenu label={t('acts', { name })} calls={vehiclesCalls} acts={acts} />
}
