import { IconCalendarPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { joinAddress } from '#features/core/pitch/web/addresses.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import { Button } from '#web/light/Button.tsx'
import { calendarOf } from './calendar.ts'

/** Downloads the pitch as a calendar entry, with the address of its waiting page. */
export function CalendarButton({ pitch, info }: { pitch: string; info: JoinInfo }) {
  const { t } = useTranslation('room')
  const save = () => {
    const entry = {
      ...{ uuid: pitch, title: info.presentation_name, presenter: info.presenter_name },
      ...{ start: info.start_date_raw, end: info.end_date_raw, url: location.origin + joinAddress(pitch) },
    }
    const address = URL.createObjectURL(new Blob([calendarOf(entry, new Date())], { type: 'text/calendar' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'pitch.ics'
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 1000)
  }
  return (
    <Button look="quiet" onClick={save}>
      <IconCalendarPlus size={18} aria-hidden />
      {t('lobby.calendar')}
    </Button>
  )
}
