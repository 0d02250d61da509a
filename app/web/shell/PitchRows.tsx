import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PitchItem } from '#features/core/pitch/fields.ts'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import { PitchStateMark } from '#features/core/pitch/web/PitchState.tsx'
import { Time } from '#web/ui/Time.tsx'
import './PitchRows.css'

interface Props {
  pitches: readonly PitchItem[]
  /** Whether the reader presents or manages them, or is a guest. */
  as: 'maker' | 'guest'
}

/** Pitches to come, each with the one thing to do about it. */
export function PitchRows({ pitches, as }: Props) {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <ul className="pitch-rows">
      {pitches.map(pitch => {
        const isLive = pitch.state === 'inProgress'
        const enters = isLive || as === 'guest'
        const act = t(actOf(pitch, as))
        return (
          <li key={pitch.uuid}>
            <div className="pitch-row-what">
              <strong>{pitch.presentation_name}</strong>
              <span>
                {[pitch.presenter_name, pitch.company_name].filter(Boolean).join(' · ')}
                {as === 'maker' && ` · ${t('home.people', { count: pitch.attendees })}`}
              </span>
            </div>
            <Time at={pitch.start_date_raw} />
            <span className="pitch-row-state">
              <PitchStateMark state={pitch.state} as={as} invited={pitch.attendees} />
              {isLate(pitch) && <small>{t('home.late')}</small>}
            </span>
            <Button
              component={Link}
              to={enters ? `/join-session/${pitch.uuid}` : `/pitches/view/${pitch.id}`}
              variant={isLive ? 'filled' : 'default'}
              aria-label={t('common:pair', { label: act, value: pitch.presentation_name })}
            >
              {act}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** It should have begun by now. */
const isLate = ({ state, start_date_raw }: PitchItem) =>
  isBeforeStart(state) && Date.parse(start_date_raw) <= Date.now()

function actOf({ state }: PitchItem, as: Props['as']) {
  if (state === 'processing' || state === 'over') return 'home.open'
  if (as === 'guest') return 'home.join'
  return state === 'inProgress' ? 'home.enter' : 'home.open'
}
