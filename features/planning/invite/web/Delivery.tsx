import {
  type Icon,
  IconCheck,
  IconClock,
  IconInbox,
  IconLinkOff,
  IconMail,
  IconMailOff,
  IconMailX,
  IconUserCheck,
  IconUserX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Time } from '#web/ui/Time.tsx'
import type { Attendee } from '../contract.ts'
import './Delivery.css'

type Look = readonly [Icon, tone: 'quiet' | 'good' | 'warn' | 'bad']

const looks: Record<Attendee['delivery'], Look> = {
  none: [IconMail, 'quiet'],
  queued: [IconClock, 'quiet'],
  sent: [IconCheck, 'good'],
  failed: [IconMailX, 'bad'],
  kept: [IconInbox, 'warn'],
  suppressed: [IconMailOff, 'warn'],
  withdrawn: [IconMailOff, 'quiet'],
  expired: [IconMailOff, 'warn'],
}

/** The state of an attendee's invitation, and why it did not arrive. */
export function Delivery({ attendee }: { attendee: Attendee }) {
  const { t } = useTranslation('invite')
  const { delivery, failure, held_by, invited_at, joined_at } = attendee
  const [DeliveryIcon, tone] = looks[delivery]
  return (
    <span className="delivery" data-tone={tone}>
      <DeliveryIcon size={16} aria-hidden />
      <span>
        {delivery === 'suppressed'
          ? t('delivery.suppressed', { why: t(`held.${held_by ?? 'blocks'}`) })
          : t(delivery === 'none' && !invited_at && joined_at ? 'delivery.walkedIn' : `delivery.${delivery}`)}
        {delivery === 'sent' && invited_at && (
          <>
            {' · '}
            <Time at={invited_at} />
          </>
        )}
        {delivery !== 'suppressed' && held_by && (
          <span className="delivery-why">{t('delivery.held', { why: t(`held.${held_by}`) })}</span>
        )}
        {failure && <span className="delivery-why">{failure}</span>}
      </span>
    </span>
  )
}

/** Whether an attendee has joined, or can no longer join. */
export function Attendance({ attendee }: { attendee: Attendee }) {
  const { t } = useTranslation('invite')
  if (attendee.removed) return <Mark look={[IconUserX, 'bad']}>{t('attendance.removed')}</Mark>
  if (attendee.disabled) return <Mark look={[IconLinkOff, 'warn']}>{t('attendance.disabled')}</Mark>
  if (!attendee.joined_at && attendee.answer === 'yes')
    return <Mark look={[IconUserCheck, 'good']}>{t('attendance.comes')}</Mark>
  if (!attendee.joined_at && attendee.answer === 'no')
    return <Mark look={[IconUserX, 'quiet']}>{t('attendance.cannot')}</Mark>
  if (!attendee.joined_at) return <span className="delivery">{t('attendance.notYet')}</span>
  return (
    <Mark look={[IconUserCheck, 'good']}>
      {t('attendance.joined')} <Time at={attendee.joined_at} />
    </Mark>
  )
}

function Mark({ look: [MarkIcon, tone], children }: { look: Look; children: React.ReactNode }) {
  return (
    <span className="delivery" data-tone={tone}>
      <MarkIcon size={16} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
