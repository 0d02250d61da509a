import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { statesOf } from '#features/core/company/address.ts'
import { countryName } from '#features/core/company/web/PlaceFields.tsx'
import type { Spv } from '#features/core/vehicle/contract.ts'
import { client } from '#web/client/client.ts'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { EntityDrawer } from '#web/ui/record/Entity.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { useInAddress } from '#web/ui/record/useInAddress.ts'
import { TimeAgo } from '#web/ui/Time.tsx'
import { vehiclesCalls } from '../contract.ts'
import { SpvForm } from './SpvForm.tsx'
import { useDeletedFilter, useVehicleActs } from './vehicleActs.ts'

/** [SCREEN-027] The special-purpose vehicles of an organization. */
export function SpvSetup() {
  const { t, i18n } = useTranslation(['vehicles', 'common'])
  const list = useCallList(vehiclesCalls, 'getSpvList')
  const edited = useInAddress('edit')
  return (
    <ListScreen
      list={list}
      words={t('list', { returnObjects: true })}
      add={{ label: t('new'), form: close => <SpvForm onDone={close} /> }}
      filters={<FilterSelect state={list.state} {...useDeletedFilter()} />}
      columns={[
        { key: 'spv_legal_name', title: t('field.spv_legal_name'), sort: 'name' },
        { key: 'ein', title: t('field.ein') },
        {
          key: 'place',
          title: t('column.place'),
          sort: 'country',
          cell: ({ country, state }) => {
            const place = (country === 'US' && statesOf(country)?.get(state)) || state
            return t('common:place', { place, country: countryName(country, i18n.language) })
          },
        },
        { key: 'registered_agent', title: t('field.registered_agent') },
        { key: 'org_name', title: t('column.organisation'), crossing: true },
        {
          key: 'updated',
          title: t('column.updated'),
          sort: 'updated_on',
          cell: row => <TimeAgo at={row.updated_on} />,
        },
      ]}
      acts={row => <SpvActs spv={row} edit={() => edited.open(row.id)} />}
    >
      <EntityDrawer open={edited} read={id => callQuery('getSpv', { id })} title={() => t('edit')}>
        {spv => <SpvForm spv={spv} onDone={edited.close} />}
      </EntityDrawer>
    </ListScreen>
  )
}

function SpvActs({ spv, edit }: { spv: Spv; edit: () => void }) {
  const { t } = useTranslation('vehicles')
  const { id, spv_legal_name: name, deleted } = spv
  const navigate = useNavigate()
  const acts = useVehicleActs({
    ...{ name, deleted, edit, deletion: t('delete') },
    remove: () => client.deleteSpv({ id }),
    restore: () => client.restoreSpv({ id }),
  })
  const series = { label: t('showSeries'), icon: IconStack2, go: () => navigate(`/spv/series?spv_id=${id}`) }
  return <ActMenu label={t('acts', { name })} calls={vehiclesCalls} acts={[!deleted && series, ...acts]} />
}
