import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import { looksAfterPitches } from '#features/core/pitch/rules.ts'
import { draftPaths } from '#features/core/pitch/web/pitchActs.ts'
import { Page } from '#web/ui/Page.tsx'
import { DraftTable } from './DraftTable.tsx'

/** [SCREEN-007, ROUTE-095] The user's own drafts. */
export function PitchDrafts() {
  const { t } = useTranslation(['drafts', 'pitch'])
  const { roles } = usePerson()
  const create = (
    <Button component={Link} to="/pitches/create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('pitch:act.new')}
    </Button>
  )
  return (
    <Page
      title={t('drafts:list.title')}
      hint={t('drafts:list.hint')}
      act={
        <>
          {looksAfterPitches(roles) && (
            <Button variant="default" component={Link} to={draftPaths.all}>
              {t('drafts:all.title')}
            </Button>
          )}
          {create}
        </>
      }
    >
      <DraftTable whose="own" emptyAct={create} />
    </Page>
  )
}

/** [ROUTE-094, PERM-078] Everyone's drafts, for pitch admins; others come to their own. */
export function AllPitchDrafts() {
  const { t } = useTranslation('drafts')
  const { roles } = usePerson()
  if (!looksAfterPitches(roles)) return <Navigate replace to={draftPaths.own} />
  return (
    <Page
      title={t('all.title')}
      hint={t('all.hint')}
      act={
        <Button variant="default" component={Link} to={draftPaths.own}>
          {t('list.title')}
        </Button>
      }
    >
      <DraftTable whose="all" />
    </Page>
  )
}
