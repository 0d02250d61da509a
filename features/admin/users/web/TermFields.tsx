import '@mantine/dates/styles.layer.css'
import { Alert, Group, Text } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '#contract/times.ts'
import { CalendarLanguage, useCalendarLabels } from '#web/ui/CalendarLanguage.tsx'
import { dayWritten } from '#web/ui/days.ts'

/** Days as `YYYY-MM-DD`; empty for an open side. */
interface Term {
  readonly start_date: string
  readonly end_date: string
}

interface Props {
  name: string
  term: Term
  /** The person's, by whose clocks the days begin and end. */
  zone: string
  /** What the server says against the last day. */
  refused: string | undefined
  onChange: (term: Partial<Term>) => void
}

/** [ENT-037] The first and last day of a user's access. A change that signs them out at once is confirmed first. */
export function TermFields({ name, term, zone, refused, onChange }: Props) {
  const { t } = useTranslation('account')
  const { start_date, end_date } = term
  const isTurned = start_date !== '' && end_date !== '' && end_date < start_date
  const today = dayIn(new Date(), zone)
  const isOutside = !isTurned && ((start_date !== '' && start_date > today) || (end_date !== '' && end_date < today))
  return (
    <section aria-label={t('term.title')}>
      <Text fw={600} size="sm">
        {t('term.title')}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t('term.hint', { name })}
      </Text>
      <CalendarLanguage>
        <Group grow align="flex-start">
          <Day
            label={t('field.startDate')}
            clear={t('term.clearStart')}
            value={start_date}
            onChange={next => onChange({ start_date: next })}
          />
          <Day
            label={t('field.endDate')}
            clear={t('term.clearEnd')}
            value={end_date}
            onChange={next => onChange({ end_date: next })}
            error={isTurned ? t('term.endBeforeStart') : refused}
          />
        </Group>
      </CalendarLanguage>
      {isOutside && (
        <Alert color="yellow" variant="light" mt="xs" role="status">
          {t('term.signsOut', { name })}
        </Alert>
      )}
    </section>
  )
}

interface DayProps {
  label: string
  clear: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

function Day({ label, clear, value, error, onChange }: DayProps) {
  const { t } = useTranslation(['account', 'pitch'])
  return (
    <DateInput
      label={label}
      placeholder={t('account:term.open')}
      valueFormat={t('pitch:when.dateFormat')}
      dateParser={dayWritten}
      ariaLabels={useCalendarLabels()}
      hideOutsideDates
      clearable
      clearButtonProps={{ 'aria-label': clear }}
      leftSection={<IconCalendar size={16} aria-hidden />}
      value={value || null}
      onChange={date => onChange(date ?? '')}
      error={error}
    />
  )
}
