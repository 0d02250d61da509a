import { Anchor, Button, Skeleton, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { EmptyList } from '#web/ui/DataList.tsx'
import { useDisplayName } from '#web/ui/displayName.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PitchRows } from './PitchRows.tsx'
import { ToDo } from './ToDo.tsx'

const shown = 5
/** How many of the latest pitches that are over. */
const looksBack = 3

/**
 * [SCREEN-009, SHELL-021, ROUTE-078] The first page of all but investors: what is to do, live and upcoming pitches, and the
 * latest results.
 */
export function Home() {
  const { t } = useTranslation('shell')
  const name = useDisplayName(usePerson())
  const next = useQuery({
    queryKey: ['pitch', 'next'],
    queryFn: async () => {
      const wanted = { sort: 'start', order: 'asc', limit: shown } as const
      const [live, upcoming] = await Promise.all([
        client.getPitchListForEp({ ...wanted, type: 'live' }),
        client.getPitchListForEp({ ...wanted, type: 'upcoming' }),
      ])
      return { items: [...live.items, ...upcoming.items], total: live.total + upcoming.total }
    },
  })
  const past = useQuery({
    queryKey: ['pitch', 'latest'],
    queryFn: () => client.getPitchListForEp({ type: 'past', sort: 'start', order: 'desc', limit: looksBack }),
  })
  const visits = useQuery({ queryKey: ['loginInfo'], queryFn: () => client.getLoginInfo({}) })
  const isFirstVisit = visits.data?.last_login === null
  const invited = useQuery({
    queryKey: ['pitch', 'invited', shown],
    queryFn: () => client.getInvitedPitchList({ limit: shown }),
  })
  const create = (
    <Button component={Link} to="/pitches/create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('home.create')}
    </Button>
  )

  return (
    <Page title={t(isFirstVisit ? 'home.greetingFirst' : 'home.greeting', { name })} act={create}>
      <ToDo />
      <section className="home-part" aria-busy={next.isFetching}>
        <Title order={2}>{t('home.next')}</Title>
        {next.isPending && <Skeleton height={144} />}
        {next.isError && <ErrorNotice failure={next.error} retry={() => next.refetch()} />}
        {next.data?.total === 0 && <EmptyList title={t('home.empty')} hint={t('home.emptyHint')} act={create} />}
        {next.data && next.data.total > 0 && <PitchRows pitches={next.data.items} as="maker" />}
        {next.data && next.data.total > next.data.items.length && (
          <Anchor component={Link} to="/pitches/list" className="home-more">
            {t('home.all')}
          </Anchor>
        )}
      </section>
      {invited.isError && <ErrorNotice failure={invited.error} retry={() => invited.refetch()} />}
      {invited.data && invited.data.total > 0 && (
        <section className="home-part">
          <Title order={2}>{t('home.invited')}</Title>
          <PitchRows pitches={invited.data.items} as="guest" />
        </section>
      )}
      {past.data && past.data.total > 0 && (
        <section className="home-part">
          <Title order={2}>{t('home.past')}</Title>
          <PitchRows pitches={past.data.items} as="maker" />
        </section>
      )}
    </Page>
  )
}
