import { Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countries, statesOf } from '#features/core/company/address.ts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  required?: boolean
}

/** A country or territory, under its name in the reader's language. */
export function CountrySelect({ value, onChange, ...props }: Props) {
  const { i18n } = useTranslation()
  const data = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'region' })
    const { compare } = new Intl.Collator(i18n.language)
    return countries
      .map(value => ({ value, label: names.of(value) ?? value }))
      .sort((a, b) => compare(a.label, b.label))
  }, [i18n.language])
  return (
    <Select
      {...props}
      searchable
      clearable
      limit={300}
      data={data}
      // an empty text would show what clears it
      value={value || null}
      onChange={next => onChange(next ?? '')}
    />
  )
}

/** A country's name in a language; empty for none. */
export const countryName = (country: string, language: string): string =>
  country ? (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country) : ''

/** The state or province: one of a list where a country's addresses name one, free text elsewhere. */
export function StateField({ country, onChange, ...props }: Props & { country: string }) {
  const states = statesOf(country)
  if (!states) return <TextInput {...props} maxLength={100} onChange={event => onChange(event.currentTarget.value)} />
  const data = [...states].map(([value, name]) => ({ value, label: value === name ? name : `${value} ${name}` }))
  return (
    <Select
      {...props}
      value={states.has(props.value) ? props.value : null}
      searchable
      clearable
      data={data}
      onChange={next => onChange(next ?? '')}
    />
  )
}
