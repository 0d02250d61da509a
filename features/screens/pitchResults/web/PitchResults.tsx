import { Anchor, Button, Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { PitchStateMark } from '#features/core/pitch/web/PitchState.tsx'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { pitchQuery } from '#features/core/pitch/web/pitchQueries.ts'
import { NotInterestedNote } from '#features/results/dashboard/web/NotInterestedNote.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useTab } from '#web/ui/record/useInAddress.ts'
import { Time } from '#web/ui/Time.tsx'
import { ResultFigures } from './ResultFigures.tsx'
import { ResultPanels } from './ResultPanels.tsx'

const tabs = ['attendance', 'attention', 'feedback', 'questions', 'chat', 'polls', 'commitments', 'recording'] as const

/**
 * [CONST-042, ROUTE-119] The results of one pitch. The presenter lands here ten seconds after the end. The list of all
 * pitches is for pitch admins; presenters see their own results.
 */
export function PitchResults() {
  const { t } = useTranslation('pitch')
  const uuid = useParams()['uuid'] ?? ''
  const { data: pitch, error, refetch } = useQuery({ ...pitchQuery(uuid), refetchInterval: 15_000 })
  const [tab, choose] = useTab(tabs)
  if (!pitch)
    return (
      <Page title={t('results.title')}>
        {error ? <ErrorNotice failure={error} retry={refetch} /> : <Skeleton height={240} />}
      </Page>
    )
  return (
    <Page
      title={pitch.presentation_name}
      hint={
        <span className="results-hint">
          <PitchStateMark state={pitch.state} invited={pitch.attendees} />
          <Time at={pitch.real_start_time ?? pitch.start_date_raw} />
          <Anchor component={Link} to={pitchPaths.view(pitch)} underline="always">
            {t('results.toPitch')}
          </Anchor>
        </span>
      }
      act={
        pitchActs(pitch).enter && (
          <Button component={Link} to={pitchPaths.room(pitch)}>
            {t('act.enterRoom')}
          </Button>
        )
      }
    >
      <ResultFigures pitch={pitch} />
      <NotInterestedNote uuid={uuid} />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map(name => (
            <Tabs.Tab key={name} value={name}>
              {t(`results.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <ResultPanels pitch={pitch} />
      </Tabs>
    </Page>
  )
}
