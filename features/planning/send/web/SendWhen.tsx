import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MomentFields } from '#features/core/pitch/web/MomentFields.tsx'
import { instantOfMoment, type Moment, momentOf } from '#features/core/pitch/web/moment.ts'
import { CalendarLanguage } from '#web/ui/CalendarLanguage.tsx'
import { readerZone } from '#web/ui/readerZone.ts'
import { TimeZoneSelect } from '#web/ui/selects.tsx'
import { firstMoment } from './sendMoment.ts'

interface MomentProps {
  value: Moment
  onChange: (value: Moment) => void
  error?: string | undefined
}

/** A day, a time and a zone. */
export function SendMomentFields({ value, onChange, error }: MomentProps) {
  const { t } = useTranslation(['send', 'pitch'])
  return (
    <CalendarLanguage>
      <MomentFields
        label={t('send:when.moment')}
        value={value}
        onChange={onChange}
        onLeave={() => {}}
        error={error}
        from={momentOf(new Date(), value.zone).date}
      />
      <TimeZoneSelect
        label={t('send:when.zone')}
        required
        withAsterisk
        selectFirstOptionOnChange
        onFocus={event => event.currentTarget.select()}
        comboboxProps={{ withinPortal: false, keepMounted: false }}
        nothingFoundMessage={t('pitch:when.noZone')}
        maxDropdownHeight={280}
        limit={Number.POSITIVE_INFINITY}
        at={(instantOfMoment(value) ?? new Date()).toISOString().slice(0, 10)}
        besides={readerZone()}
        value={value.zone}
        onChange={zone => onChange({ ...value, zone })}
      />
    </CalendarLanguage>
  )
}

interface Props {
  /** Null for now. */
  value: Moment | null
  onChange: (value: Moment | null) => void
  error?: string | undefined
  /** The start of the pitch, as far as it is known. */
  start: Date | undefined
  zone: string
  /** What "now" is called. */
  nowLabel?: string
}

/** Whether invitations are sent now or at a moment of their own. */
export function SendWhen({ value, onChange, error, start, zone, nowLabel }: Props) {
  const { t } = useTranslation('send')
  const choose = (when: string) =>
    onChange(when === 'later' ? firstMoment(start, zone || readerZone(), new Date()) : null)
  return (
    <>
      <Radio.Group label={t('when.label')} value={value ? 'later' : 'now'} onChange={choose}>
        <Stack gap="xs" mt="xs">
          <Radio value="now" label={nowLabel ?? t('when.now')} />
          <Radio value="later" label={t('when.later')} />
        </Stack>
      </Radio.Group>
      {value && <SendMomentFields value={value} onChange={onChange} error={error} />}
    </>
  )
}
