import { Anchor, Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PitchStateMark } from '#features/core/pitch/web/PitchState.tsx'
import { draftPaths } from '#features/core/pitch/web/pitchActs.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { TimeAgo } from '#web/ui/Time.tsx'
import { useDraftName } from './DraftTable.tsx'
import './RecentDrafts.css'

/** [STATE-004] The most recent drafts, above the list of pitches; renders nothing without drafts. */
export function RecentDrafts() {
  const { t } = useTranslation('drafts')
  const nameOf = useDraftName()
  const { data } = useQuery(callQuery('getPitchDraftListForPresenter', { limit: 3 }, 'pitch'))
  if (!data || data.total === 0) return null
  return (
    <section className="recent-drafts" aria-label={t('mine.title')}>
      <div className="recent-drafts-head">
        <Title order={2}>{t('mine.title')}</Title>
        <Anchor component={Link} to={draftPaths.own} size="sm">
          {t('mine.all')}
        </Anchor>
      </div>
      <ul>
        {data.items.map(draft => (
          <li key={draft.id}>
            <span className="recent-drafts-name">{nameOf(draft)}</span>
            <PitchStateMark state="draft" />
            <span className="recent-drafts-when">
              <TimeAgo at={draft.updated_time} />
            </span>
            <Button
              component={Link}
              to={draftPaths.edit(draft.id)}
              size="compact-sm"
              variant="default"
              aria-label={t('mine.go', { name: nameOf(draft) })}
            >
              {t('mine.continue')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
