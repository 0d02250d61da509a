import '@mantine/dates/styles.layer.css'
import { Input } from '@mantine/core'
import { DateInput, TimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCalendarLabels } from './CalendarLanguage.tsx'
import { dayWritten } from './dayWritten.ts'
import './MomentFields.css'
import type { Moment } from './pitchForm.ts'

interface Props {
  label: string
  value: Moment
  onChange: (value: Moment) => void
  /** Called when the person leaves the date or the time. */
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
  const shared = { error: Boolean(error), 'aria-describedby': error ? problem : undefined, onBlur: onLeave }
  return (
    <fieldset className="moment">
      <Input.Label component="legend" required labelElement="div">
        {label}
      </Input.Label>
      <div className="moment-row">
        <DateInput
          {...shared}
          aria-label={t('when.date', { moment: label })}
          aria-required
          placeholder={t('when.datePlaceholder')}
          valueFormat={t('when.dateFormat')}
          dateParser={dayWritten}
          ariaLabels={labels}
          hideOutsideDates
          popoverProps={{ withinPortal: false }}
          leftSection={<IconCalendar size={16} aria-hidden />}
          {...(from && { minDate: from })}
          value={value.date || null}
          onChange={date => onChange({ ...value, date: date ?? '' })}
        />
        <TimePicker
          {...shared}
          aria-label={t('when.time', { moment: label })}
          format={twelve ? '12h' : '24h'}
          amPmLabels={{ am: t('when.am'), pm: t('when.pm') }}
          hoursInputLabel={t('when.hours', { moment: label })}
          minutesInputLabel={t('when.minutes', { moment: label })}
          amPmInputLabel={t('when.noon', { moment: label })}
          withDropdown
          popoverProps={{ withinPortal: false }}
          minutesStep={5}
          value={value.time}
          onChange={time => onChange({ ...value, time: time.slice(0, 5) })}
        />
      </div>
      {error && (
        <Input.Error id={problem} role="alert">
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}
