import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { RecentDrafts } from '#features/planning/draft/web/RecentDrafts.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PitchTable } from './PitchTable.tsx'

/** [SCREEN-001] The pitches of the presenter. */
export function PitchList() {
  const { t } = useTranslation(['pitch', 'send', 'replay'])
  // a search, a filter and a further page show what was asked for alone
  const isWhole = useLocation().search === ''
  const create = (
    <Button component={Link} to="/pitches/create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('act.new')}
    </Button>
  )
  return (
    <Page
      title={t('list.title')}
      act={
        <>
          <Button variant="default" component={Link} to="/pitches/scheduled">
            {t('send:list.title')}
          </Button>
          <Button component={Link} to="/pitches/recordings" variant="default">
            {t('replay:list.title')}
          </Button>
          {create}
        </>
      }
    >
      {isWhole && <RecentDrafts />}
      <PitchTable
        call="getPitchListForPresenter"
        words={{ ...t('list', { returnObjects: true }), label: t('list.title'), search: t('filter.search') }}
        emptyAct={create}
      />
    </Page>
  )
}
