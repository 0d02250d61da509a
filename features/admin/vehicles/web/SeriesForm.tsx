import '@mantine/dates/styles.layer.css'
import { Group, NumberInput, Select, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DOLLARS, formatMoney, showMoney, understoodMoney } from '#contract/money.ts'
import type { SpvSeries } from '#features/core/vehicle/contract.ts'
import { brokenSeries } from '#features/core/vehicle/fields.ts'
import { client } from '#web/client/client.ts'
import { CalendarLanguage, useCalendarLabels } from '#web/ui/CalendarLanguage.tsx'
import { dayWritten } from '#web/ui/days.ts'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { CurrencySelect } from '#web/ui/selects.tsx'
import { vehiclesCalls } from '../contract.ts'
import { OFFERED, SearchedSelect } from './SearchedSelect.tsx'

interface Props {
  /** The series to change; without it a new one is created. */
  series?: SpvSeries
  /** The SPV of a new one, when its list is shown. */
  spvId?: string | undefined
  onDone: () => void
}

const findSpvs = async (name: string) => {
  const { items } = await client.getSpvList({ limit: OFFERED, ...(name && { name }) })
  return items.map(({ id, spv_legal_name }) => ({ value: id, label: spv_legal_name }))
}
const findCompanies = async (name: string) => {
  const { items } = await client.getCompanyList({ limit: OFFERED, ...(name && { name }) })
  return items.map(({ id, company_name }) => ({ value: id, label: company_name }))
}

/** A typed minimum in the format of calls; what is no amount stays as it is, and is refused. */
function moneyOf(typed: string, currency: string): string {
  const minor = understoodMoney(typed, currency)
  return minor === undefined ? typed.trim() : formatMoney(minor, currency)
}

/** A series as its form shows it: one that is full was opened. */
const startOf = ({ status, minimum_co_investment, ...series }: SpvSeries) => ({
  ...series,
  status: status === 'full' ? ('open' as const) : status,
  minimum_co_investment: showMoney(minimum_co_investment),
})

/** A series' name, company, seats and minimum. */
export function SeriesForm({ series, spvId, onDone }: Props) {
  const { t } = useTranslation('vehicles')
  const form = useCallForm(vehiclesCalls, 'createSpvSeries', {
    start: series ? startOf(series) : { status: 'forming', currency: DOLLARS, ...(spvId && { spv_id: spvId }) },
    check: ({ currency, minimum_co_investment: typed }) =>
      brokenSeries({ currency, minimum_co_investment: moneyOf(typed, currency) }),
    send: ({ spv_id, ...input }, values) => {
      const { minimum_co_investment: typed, currency } = values
      const sent = { ...input, minimum_co_investment: moneyOf(typed, currency) }
      if (!series) return client.createSpvSeries({ ...sent, spv_id: values.spv_id })
      // the fields that differ, so that another person's change of other fields stays
      const before: Partial<Record<string, unknown>> = { ...series, status: startOf(series).status }
      const changed = Object.entries(sent).filter(([field, value]) => value !== before[field])
      return client.updateSpvSeries({ ...Object.fromEntries(changed), id: series.id })
    },
    done: (_, { spv_series_name }) => t(series ? 'done.update' : 'done.create', { name: spv_series_name }),
    onDone,
  })
  const { currency, minimum_co_investment: typed } = form.values
  return (
    <CallForm
      form={form}
      act={t(series ? 'save' : 'create')}
      failed={t(series ? 'failed.update' : 'failed.create')}
      onCancel={onDone}
    >
      {!series && !spvId && (
        <SearchedSelect label={t('field.spv')} name="getSpvList" find={findSpvs} {...form.choice('spv_id')} />
      )}
      <TextInput label={t('field.spv_series_name')} data-autofocus {...form.text('spv_series_name')} />
      <SearchedSelect
        label={t('field.company')}
        name="getCompanyList"
        find={findCompanies}
        chosen={series && { value: series.company_id, label: series.company_name }}
        {...form.choice('company_id')}
      />
      <Select
        label={t('field.status')}
        description={t('hint.status')}
        allowDeselect={false}
        data={form.options('status', status => t(`status.${status}`))}
        {...form.choice('status')}
      />
      <Group grow align="flex-start">
        <CurrencySelect label={t('field.currency')} {...form.choice('currency')} />
        <TextInput
          label={t('field.minimum_co_investment')}
          inputMode="decimal"
          autoComplete="off"
          {...form.text('minimum_co_investment')}
          onBlur={() => form.set({ minimum_co_investment: showMoney(moneyOf(typed, currency)) })}
        />
      </Group>
      <NumberInput
        label={t('field.maximum_of_investors')}
        description={t('hint.maximum_of_investors')}
        allowDecimal={false}
        allowNegative={false}
        required
        {...form.number('maximum_of_investors')}
      />
      <CalendarLanguage>
        <FormationDay {...form.choice('date_of_formation')} />
      </CalendarLanguage>
    </CallForm>
  )
}

interface DayProps {
  value: string
  onChange: (day: string | null) => void
  error?: string
}

function FormationDay({ value, onChange, error }: DayProps) {
  const { t } = useTranslation(['vehicles', 'pitch'])
  return (
    <DateInput
      label={t('vehicles:field.date_of_formation')}
      placeholder={t('pitch:when.datePlaceholder')}
      valueFormat={t('pitch:when.dateFormat')}
      dateParser={dayWritten}
      ariaLabels={useCalendarLabels()}
      hideOutsideDates
      clearable
      clearButtonProps={{ 'aria-label': t('vehicles:clearDay') }}
      leftSection={<IconCalendar size={16} aria-hidden />}
      value={value || null}
      onChange={onChange}
      error={error}
    />
  )
}
