import { Radio, Stack, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { decimalsOf, formatMoney, showMoney, understoodMoney } from '#contract/money.ts'
import { type TotalChoice, totalChoices } from '#features/core/pitch/rules.ts'
import { useTypedDay } from '#features/core/pitch/web/useTypedDay.ts'
import { CalendarLanguage, useCalendarLabels } from '#web/ui/CalendarLanguage.tsx'
import { isDay } from '#web/ui/days.ts'
import { CurrencySelect } from '#web/ui/selects.tsx'
import type { FormProps } from './formState.ts'
import { currencyOf, inCurrency } from './pitchForm.ts'
import { SeriesSelect } from './SeriesSelect.tsx'

const examples = { asked_amount: 2_000_000, minimum_commitment: 25_000 } as const
/** So many units of a currency, as its fields write them. */
const exampleOf = (units: number, currency: string) =>
  showMoney(formatMoney(BigInt(units * 10 ** decimalsOf(currency)), currency))

/** The terms of the offer, each of them optional. */
export function CommitFields({ form, change, leave, errors }: FormProps) {
  const { t } = useTranslation('pitch')
  const currency = currencyOf(form)
  return (
    <>
      <SeriesSelect
        value={form.series_id ?? ''}
        // a pitch has the currency of its series
        onChange={(series_id, series) =>
          change({
            series_id,
            ...(series && { currency: series.currency, ...inCurrency(form, series.currency) }),
          })
        }
        error={errors.series_id}
      />
      <CurrencySelect
        label={t('field.currency')}
        description={t('field.currencyHint')}
        value={currency}
        onChange={next => change({ currency: next, ...inCurrency(form, next) })}
        error={errors.currency}
      />
      {(['asked_amount', 'minimum_commitment'] as const).map(name => (
        <TextInput
          key={name}
          label={t(`field.${name}`)}
          description={t(`field.${name}Hint`)}
          placeholder={exampleOf(examples[name], currency)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={form[name] ?? ''}
          onChange={event => change({ [name]: event.currentTarget.value })}
          onBlur={() => {
            const minor = understoodMoney(form[name] ?? '', currency)
            if (minor !== undefined) change({ [name]: showMoney(formatMoney(minor, currency)) })
            leave(name)
          }}
          error={errors[name]}
        />
      ))}
      <CalendarLanguage>
        <Deadline form={form} change={change} leave={leave} errors={errors} />
      </CalendarLanguage>
      <Radio.Group
        label={t('field.commit_total')}
        description={t('field.commit_totalHint')}
        value={form.commit_total ?? 'host'}
        onChange={value => change({ commit_total: value as TotalChoice })}
      >
        <Stack gap="xs" mt="xs">
          {totalChoices.map(choice => (
            <Radio key={choice} value={choice} label={t(`commitTotal.${choice}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  )
}

function Deadline({ form, change, leave, errors }: FormProps) {
  const { t } = useTranslation('pitch')
  const day = useTypedDay({
    value: form.commit_until ?? '',
    onChange: commit_until => change({ commit_until }),
    onLeave: () => leave('commit_until'),
    from: isDay(form.start.date) ? form.start.date : undefined,
  })
  return (
    <DateInput
      {...day}
      // above the field, where the calendar does not cover it
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      label={t('field.commit_until')}
      description={t('field.commit_untilHint')}
      placeholder={t('when.datePlaceholder')}
      valueFormat={t('when.dateFormat')}
      ariaLabels={useCalendarLabels()}
      hideOutsideDates
      clearable
      clearButtonProps={{ 'aria-label': t('field.commit_untilClear') }}
      leftSection={<IconCalendar size={16} aria-hidden />}
      error={errors.commit_until}
    />
  )
}
