import {
  type Icon,
  IconBroadcast,
  IconCalendarEvent,
  IconCircleCheck,
  IconLock,
  IconMailForward,
  IconPencil,
  IconProgress,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PitchState } from '../rules.ts'
import './PitchState.css'

const icons: Record<PitchState, Icon> = {
  draft: IconPencil,
  scheduled: IconCalendarEvent,
  delivered: IconMailForward,
  inProgress: IconBroadcast,
  processing: IconProgress,
  over: IconCircleCheck,
}

/** [STATE-004 to STATE-008] Where a pitch stands: a word, a picture and a colour. */
export function PitchStateMark({ state }: { state: PitchState }) {
  const { t } = useTranslation('pitch')
  const StateIcon = icons[state]
  return (
    <span className="pitch-state" data-state={state}>
      <StateIcon size={14} aria-hidden />
      {t(`state.${state}`)}
    </span>
  )
}

/** [STATE-028] Says that only those who look after pitches may change this one. */
export function LockMark() {
  const { t } = useTranslation('pitch')
  return (
    <span className="pitch-state" data-state="locked">
      <IconLock size={14} aria-hidden />
      {t('keep.locked')}
    </span>
  )
}
