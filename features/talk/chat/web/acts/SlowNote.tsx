import { IconClockPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** That one waits between two messages here, and for how long still. */
export function SlowNote({ slow, wait, applies }: { slow: number; wait: number; applies: boolean }) {
  const { t } = useTranslation('acts')
  if (slow === 0) return null
  return (
    <p className="chat-slow">
      <IconClockPause size={16} aria-hidden />
      <span className="tabular" role="timer">
        {wait > 0 ? t('slowWait', { count: wait }) : t(applies ? 'slowOn' : 'slowFor', { count: slow })}
      </span>
    </p>
  )
}
