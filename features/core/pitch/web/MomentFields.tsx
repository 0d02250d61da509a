import '@mantine/dates/styles.layer.css'
import { Input } from '@mantine/core'
import { DateInput, TimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCalendarLabels } from '#web/ui/CalendarLanguage.tsx'
import './MomentFields.css'
import { isGuided } from '#web/ui/guided.ts'
import type { Moment } from './moment.ts'
import { useTypedDay } from './useTypedDay.ts'

interface Props {
  label: string
  value: Moment
  onChange: (value: Moment) => void
  /** Called when the person leaves both the date and the time. */
  onLeave: () => void
  error?: string | undefined
  /** The first day that can be chosen, YYYY-MM-DD. */
  from?: string | undefined
}

/** A day and a time, each typed or picked. */
export function MomentFields({ label, value, onChange, onLeave, error, from }: Props) {
  const { t, i18n } = useTranslation('pitch')
  const problem = useId()
  const labels = useCalendarLabels()
  const twelve = i18n.language === 'en'
  const shared = { error: Boolean(error), 'aria-describedby': error ? problem : undefined }
  const day = useTypedDay({ value: value.date, onChange: date => onChange({ ...value, date }), from })
  const list = useTimeList()
  return (
    <fieldset
      className="moment"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onLeave()}
    >
      <Input.Label component="legend" required labelElement="div">
        {label}
      </Input.Label>
      {/* above the fields: below them it would be covered by the calendar and the list, which open by focus */}
      {error && (
        <Input.Error id={problem} role="alert" className="moment-error">
          {error}
        </Input.Error>
      )}
      <div className="moment-row">
        <DateInput
          {...shared}
          {...day}
          aria-label={t('when.date', { moment: label })}
          aria-required
          placeholder={t('when.datePlaceholder')}
          valueFormat={t('when.dateFormat')}
          ariaLabels={labels}
          hideOutsideDates
          leftSection={<IconCalendar size={16} aria-hidden />}
        />
        <TimePicker
          {...shared}
          {...list}
          aria-label={t('when.time', { moment: label })}
          format={twelve ? '12h' : '24h'}
          amPmLabels={{ am: t('when.am'), pm: t('when.pm') }}
          hoursInputLabel={t('when.hours', { moment: label })}
          minutesInputLabel={t('when.minutes', { moment: label })}
          amPmInputLabel={t('when.noon', { moment: label })}
          withDropdown
          minutesStep={5}
          value={value.time}
          onChange={time => onChange({ ...value, time: time.slice(0, 5) })}
        />
      </div>
    </fieldset>
  )
}

/** The list of times opens on focus and on a click, like a picker's, and closes by Escape, which Mantine's does not. */
function useTimeList() {
  const [opened, setOpened] = useState(false)
  return {
    popoverProps: { withinPortal: false, opened },
    onFocusCapture: () => setOpened(!isGuided()),
    onBlurCapture: () => setOpened(false),
    // its fields stop the propagation of clicks
    onPointerDown: () => setOpened(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpened(false)
    },
  }
}
