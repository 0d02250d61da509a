import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { filterZones, timeZones } from '#web/ui/timeZones.ts'

interface Props {
  value: string
  onChange: (zone: string) => void
  error?: string | undefined
}

/** [ENT-046] The zone in which times are shown, for a user who lives in one zone and works with people in another. */
export function ReadingZone({ value, onChange, error }: Props) {
  const { t } = useTranslation('profile')
  const data = useMemo(() => timeZones(new Date(), value), [value])
  return (
    <Select
      label={t('language.reading')}
      placeholder={t('language.readingNone')}
      searchable
      clearable
      filter={filterZones}
      limit={80}
      data={data}
      value={value || null}
      onChange={zone => onChange(zone ?? '')}
      error={error}
    />
  )
}
