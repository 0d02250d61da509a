import {
  type Icon,
  IconBroadcast,
  IconCalendarEvent,
  IconCircleCheck,
  IconLock,
  IconMailForward,
  IconPencil,
  IconProgress,
  IconStar,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useKeepsMail } from '#web/i18n/mail.ts'
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

interface Props {
  state: PitchState
  /** A guest hears of the pitch, not of its invitations. */
  as?: 'maker' | 'guest'
  /** How many people are invited: without any, nothing is said of invitations. */
  invited?: number
}

/** [STATE-004 to STATE-008] Where a pitch stands: a word, a picture and a color. */
export function PitchStateMark({ state, as = 'maker', invited }: Props) {
  const words = useStateWords()
  const shown = state === 'delivered' && (as === 'guest' || invited === 0) ? 'scheduled' : state
  const StateIcon = icons[shown]
  return (
    <span className="pitch-state" data-state={shown}>
      <StateIcon size={14} aria-hidden />
      {words(shown)}
    </span>
  )
}

/** What the states are called: nothing is delivered by a server that sends no email. */
export function useStateWords(): (state: PitchState) => string {
  const { t } = useTranslation('pitch')
  const keepsMail = useKeepsMail()
  return state => t(state === 'delivered' && keepsMail ? 'state.deliveredKept' : `state.${state}`)
}

/** [STATE-028] Says that the pitch is locked for everyone but its admins. */
export function LockMark() {
  const { t } = useTranslation('pitch')
  return (
    <span className="pitch-state" data-state="locked">
      <IconLock size={14} aria-hidden />
      {t('keep.locked')}
    </span>
  )
}

/** [ENT-010] Says that the pitch stands in the spotlight. */
export function SpotlightMark() {
  const { t } = useTranslation('pitch')
  return (
    <span className="pitch-state" data-state="spotlight">
      <IconStar size={14} aria-hidden />
      {t('spotlight.mark')}
    </span>
  )
}
