import { Radio, Stack, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { showMoney, understoodMoney } from '#contract/money.ts'
import { type TotalChoice, totalChoices } from '#features/core/pitch/rules.ts'
import { CalendarLanguage, useCalendarLabels } from '#web/ui/CalendarLanguage.tsx'
import { isDay } from '#web/ui/days.ts'
import type { FormProps } from './formState.ts'
import { useTypedDay } from './useTypedDay.ts'

/** The terms of the offer, each of them optional. */
export function CommitFields({ form, change, leave, errors }: FormProps) {
  const { t } = useTranslation('pitch')
  return (
    <>
      {(['asked_amount', 'minimum_commitment'] as const).map(name => (
        <TextInput
          key={name}
          label={t(`field.${name}`)}
          description={t(`field.${name}Hint`)}
          placeholder={t(`field.${name}Example`)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={form[name] ?? ''}
          onChange={event => change({ [name]: event.currentTarget.value })}
          onBlur={() => {
            const minor = understoodMoney(form[name] ?? '')
            if (minor !== undefined) change({ [name]: showMoney(minor) })
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
