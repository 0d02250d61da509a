import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { languages } from '../i18n/language.ts'
import { filterZones, timeZones } from './timeZones.ts'

interface Props<T> {
  label: string
  value: T
  onChange: (value: T) => void
  error?: string | undefined
  description?: string
}

/** One of the interface's languages. */
export function LanguageSelect({ value, onChange, ...rest }: Props<Language>) {
  const { t } = useTranslation()
  return (
    <Select
      {...rest}
      allowDeselect={false}
      data={languages.map(language => ({ value: language, label: t(`languages.${language}`) }))}
      value={value}
      onChange={language => language && onChange(language)}
    />
  )
}

/** An IANA time zone, found by typing a part of its name or its offset. */
export function TimeZoneSelect({ value, onChange, ...rest }: Props<string>) {
  const data = useMemo(() => timeZones(new Date(), value), [value])
  return (
    <Select
      {...rest}
      searchable
      allowDeselect={false}
      filter={filterZones}
      limit={80}
      data={data}
      value={value}
      onChange={zone => zone && onChange(zone)}
    />
  )
}
