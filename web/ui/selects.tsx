import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyName } from '#contract/amounts.ts'
import { type Currency, currencies } from '#contract/currencies.ts'
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

/** One of the world's currencies, found by typing its code or a part of its name. */
export function CurrencySelect({ value, onChange, ...rest }: Props<Currency> & { disabled?: boolean }) {
  const { i18n } = useTranslation()
  const { language } = i18n
  const data = useMemo(
    () => currencies.map(code => ({ value: code, label: `${code} · ${currencyName(code, language)}` })),
    [language],
  )
  return (
    <Select
      {...rest}
      searchable
      allowDeselect={false}
      data={data}
      value={value}
      onChange={currency => currency && onChange(currency as Currency)}
    />
  )
}

interface ZoneProps extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'filter'> {
  value: string
  onChange: (zone: string) => void
  /** The instant of the offsets, in ISO 8601; by default now. */
  at?: string
  /** Another zone to offer, even one that the browser does not list. */
  besides?: string
}

/** An IANA time zone, found by typing a part of its name or its offset. */
export function TimeZoneSelect({ value, onChange, at, besides, ...rest }: ZoneProps) {
  const data = useMemo(() => timeZones(at ? new Date(at) : new Date(), besides, value), [at, besides, value])
  return (
    <Select
      limit={80}
      {...rest}
      searchable
      allowDeselect={false}
      filter={filterZones}
      data={data}
      value={value}
      onChange={zone => zone && onChange(zone)}
    />
  )
}
