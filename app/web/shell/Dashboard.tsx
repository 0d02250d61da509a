import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { EmptyList } from '#web/ui/DataList.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { ListPaging } from '#web/ui/ListPaging.tsx'
import { useListState } from '#web/ui/listState.ts'
import { Page } from '#web/ui/Page.tsx'
import { PitchRows } from './PitchRows.tsx'

/** [ROUTE-076] The pitches that I am invited to. */
export function Dashboard() {
  const { t } = useTranslation('shell')
  const state = useListState({ sorts: ['start'], sort: 'start', filters: [] })
  const { page, limit } = state
  const invited = useQuery({
    queryKey: ['pitch', 'invited', page, limit],
    queryFn: () => client.getInvitedPitchList({ page, limit }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('dashboard.title')} hint={t('dashboard.hint')}>
      {invited.isPending && <Skeleton height={144} />}
      {invited.isError && <ErrorNotice failure={invited.error} retry={() => invited.refetch()} />}
      {invited.data?.total === 0 && <EmptyList title={t('dashboard.empty')} hint={t('dashboard.emptyHint')} />}
      {invited.data && invited.data.total > 0 && (
        <div className="list">
          <PitchRows pitches={invited.data.items} as="guest" />
          <ListPaging state={state} total={invited.data.total} />
        </div>
      )}
    </Page>
  )
}
