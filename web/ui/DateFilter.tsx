import '@mantine/dates/styles.layer.css'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CalendarLanguage, useCalendarLabels } from './CalendarLanguage.tsx'
import { daysOf, rangeOf } from './days.ts'

/** From one day to another, both included; the value is `rangeOf` both. */
export function DateFilter({ value, onChange }: { value: string | undefined; onChange: (range: string) => void }) {
  const { t } = useTranslation('pitch')
  const labels = useCalendarLabels()
  // the calendar takes its name from the field, which its popover finds by their common id
  const id = useId()
  const [from, to] = daysOf(value)
  return (
    <CalendarLanguage>
      <DatePickerInput
        type="range"
        className="list-filter pitch-dates"
        label={t('filter.dates')}
        classNames={{ label: 'unseen' }}
        ariaLabels={labels}
        hideOutsideDates
        id={id}
        popoverProps={{ id, withinPortal: false }}
        placeholder={t('filter.dates')}
        valueFormat={t('filter.dayFormat')}
        clearable
        clearButtonProps={{ 'aria-label': t('filter.clearDates') }}
        allowSingleDateInRange
        leftSection={<IconCalendar size={16} aria-hidden />}
        value={[from ?? null, to ?? null]}
        onChange={([first, last]) => onChange(rangeOf(first, last))}
      />
    </CalendarLanguage>
  )
}
