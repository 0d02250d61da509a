import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client } from '#web/client/client.ts'
import { Page } from '#web/ui/Page.tsx'
import { PitchTable } from './PitchTable.tsx'

/** [SCREEN-017, ROUTE-119] Every pitch of the organisation, for those who look after them. */
export function PitchManagement() {
  const { t } = useTranslation('pitch')
  return (
    <Page
      title={t('management.title')}
      hint={t('management.hint')}
      act={
        <Button component={Link} to="/pitches/createbyadmin" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('createByAdmin.title')}
        </Button>
      }
    >
      <PitchTable
        name="all"
        list={input => client.getPitchListForEp(input)}
        label={t('management.title')}
        empty={{ title: t('management.empty'), hint: t('management.emptyHint') }}
        withPresenter
      />
    </Page>
  )
}
