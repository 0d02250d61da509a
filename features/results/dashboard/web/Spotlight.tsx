import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showMoney } from '#contract/money.ts'
import { dashboardAddress, joinAddress } from '#features/core/pitch/web/addresses.ts'
import { PitchStateMark } from '#features/core/pitch/web/PitchState.tsx'
import type { DashboardPitch } from '#features/results/dashboard/contract.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { Time } from '#web/ui/Time.tsx'

/** More than this is no spotlight; the list below has all of them. */
const MOST = 3

/** [SCREEN-024] The next pitches that stand in the spotlight; nothing without any. */
export function Spotlight() {
  const { t } = useTranslation('dashboard')
  const title = useId()
  const lit = useQuery({
    ...callQuery('getAllUpcomingPitches', { spotlight: true, limit: MOST }),
    refetchInterval: 30_000,
  })
  if (!lit.data?.items.length) return null
  return (
    <section className="spotlight" aria-labelledby={title}>
      <Title order={2} id={title}>
        {t('spotlight')}
      </Title>
      <ul>
        {lit.data.items.map(pitch => (
          <SpotlightCard key={pitch.uuid} pitch={pitch} />
        ))}
      </ul>
    </section>
  )
}

function SpotlightCard({ pitch }: { pitch: DashboardPitch }) {
  const { t } = useTranslation(['dashboard', 'common'])
  const act = t('next.join')
  return (
    <li>
      <div className="spotlight-head">
        {pitch.company_logo && <img src={`/webapi/${pitch.company_logo}`} alt="" data-logo />}
        <div className="spotlight-name">
          <Link to={dashboardAddress(pitch.uuid)}>{pitch.presentation_name}</Link>
          <span>{[pitch.company_name, pitch.presenter_name].filter(Boolean).join(' · ')}</span>
        </div>
      </div>
      {pitch.summary && <p className="spotlight-summary">{pitch.summary}</p>}
      <div className="spotlight-foot">
        <span>
          {pitch.state === 'inProgress' ? (
            <PitchStateMark state="inProgress" as="guest" />
          ) : (
            <Time at={pitch.start_date_raw} />
          )}
          {pitch.asked_amount && <span>{t('asked', { amount: showMoney(pitch.asked_amount) })}</span>}
        </span>
        <Button
          component={Link}
          to={joinAddress(pitch.uuid)}
          size="compact-sm"
          variant={pitch.state === 'inProgress' ? 'filled' : 'default'}
          aria-label={t('common:pair', { label: act, value: pitch.presentation_name })}
        >
          {act}
        </Button>
      </div>
    </li>
  )
}
