import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page } from '#web/ui/Page.tsx'
import { PitchTable } from './PitchTable.tsx'

/** [SCREEN-001] The pitches of the presenter. */
export function PitchList() {
  const { t } = useTranslation('pitch')
  const create = (
    <Button component={Link} to="/pitches/create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('act.new')}
    </Button>
  )
  return (
    <Page title={t('list.title')} act={create}>
      <PitchTable
        call="getPitchListForPresenter"
        words={{ ...t('list', { returnObjects: true }), label: t('list.title'), search: t('filter.search') }}
        emptyAct={create}
      />
    </Page>
  )
}
