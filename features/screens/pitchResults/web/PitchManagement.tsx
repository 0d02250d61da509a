import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { reviewPath } from '#features/core/pitch/web/pitchActs.ts'
import { Page } from '#web/ui/Page.tsx'
import { PitchTable } from './PitchTable.tsx'

/** [SCREEN-017, ROUTE-119] All pitches of the organization, for pitch admins. */
export function PitchManagement() {
  const { t } = useTranslation(['pitch', 'approval', 'send', 'replay'])
  return (
    <Page
      title={t('management.title')}
      hint={t('management.hint')}
      act={
        <>
          <Button component={Link} to="/pitches/scheduled" variant="default">
            {t('send:list.title')}
          </Button>
          <Button component={Link} to="/pitches/recordings" variant="default">
            {t('replay:list.title')}
          </Button>
          <Button component={Link} to={reviewPath()} variant="default">
            {t('approval:queue.title')}
          </Button>
          <Button component={Link} to="/pitches/createbyadmin" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('createByAdmin.title')}
          </Button>
        </>
      }
    >
      <PitchTable
        call="getPitchListForEp"
        words={{
          ...t('management', { returnObjects: true }),
          label: t('management.title'),
          search: t('filter.search'),
        }}
        withPresenter
      />
    </Page>
  )
}
