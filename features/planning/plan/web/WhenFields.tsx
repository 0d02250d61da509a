import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeAmount } from '#contract/amounts.ts'
import { MomentFields } from '#features/core/pitch/web/MomentFields.tsx'
import { instantOfMoment, type Moment, momentOf } from '#features/core/pitch/web/moment.ts'
import { CalendarLanguage } from '#web/ui/CalendarLanguage.tsx'
import { readerZone } from '#web/ui/readerZone.ts'
import { TimeZoneSelect } from '#web/ui/selects.tsx'
import { formatTime } from '#web/ui/time.ts'
import { type PitchForm, withStart } from './pitchForm.ts'

interface Props {
  form: PitchForm
  onChange: (form: PitchForm) => void
  onLeave: (field: 'start' | 'end') => void
  errors: { start?: string | undefined; end?: string | undefined }
}

/** The start, the end and their zone, and the same in the reader's own zone. */
export function WhenFields({ form, onChange, onLeave, errors }: Props) {
  const { t } = useTranslation('pitch')
  const { start, end } = form
  const [apart, setApart] = useState(start.zone !== end.zone)
  // the first day is one of the pitch's clocks, which may be a day ahead of this device's, or behind
  const earliest = instantOfMoment(start)
  const firstEnd = momentOf(earliest ?? new Date(), end.zone).date
  const changeZone = (zone: string) =>
    onChange({ ...form, start: { ...start, zone }, end: apart ? end : { ...end, zone } })

  return (
    <CalendarLanguage>
      <MomentFields
        label={t('field.start')}
        value={start}
        onChange={moment => onChange(withStart(form, moment))}
        onLeave={() => onLeave('start')}
        error={errors.start}
        from={momentOf(new Date(), start.zone).date}
      />
      <MomentFields
        label={t('field.end')}
        value={end}
        onChange={moment => onChange({ ...form, end: moment })}
        onLeave={() => onLeave('end')}
        error={errors.end}
        from={firstEnd}
      />
      <ZoneSelect
        label={t(apart ? 'field.startZone' : 'field.zone')}
        value={start.zone}
        onChange={changeZone}
        at={instantOfMoment(start)}
      />
      {apart ? (
        <ZoneSelect
          label={t('field.endZone')}
          value={end.zone}
          onChange={zone => onChange({ ...form, end: { ...end, zone } })}
          at={instantOfMoment(end)}
        />
      ) : (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setApart(true)}>
          {t('when.otherEndZone')}
        </Anchor>
      )}
      <Sum start={start} end={end} />
    </CalendarLanguage>
  )
}

function ZoneSelect(props: { label: string; value: string; onChange: (zone: string) => void; at: Date | undefined }) {
  const { t } = useTranslation('pitch')
  const day = (props.at ?? new Date()).toISOString().slice(0, 10)
  return (
    <TimeZoneSelect
      label={props.label}
      required
      withAsterisk
      selectFirstOptionOnChange
      onFocus={event => event.currentTarget.select()}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
      nothingFoundMessage={t('when.noZone')}
      maxDropdownHeight={280}
      limit={Number.POSITIVE_INFINITY}
      at={day}
      besides={readerZone()}
      value={props.value}
      onChange={props.onChange}
    />
  )
}

/** The duration, and the time in the reader's zone if it differs. */
function Sum({ start, end }: { start: Moment; end: Moment }) {
  const { t, i18n } = useTranslation('pitch')
  const [from, to] = [instantOfMoment(start), instantOfMoment(end)]
  if (!from || !to || to <= from) return null
  const minutes = Math.round((to.getTime() - from.getTime()) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    hours > 0 && writeAmount(hours, 'hour', i18n.language),
    rest > 0 && writeAmount(rest, 'minute', i18n.language),
  ]
  const elsewhere = start.zone !== readerZone()
  return (
    <Text component="div" size="sm" role="status" className="moment-sum">
      <span>{t('when.takes', { length: parts.filter(Boolean).join(' ') })}</span>
      {elsewhere && <span>{t('when.here', { when: formatTime(from, i18n.language) })}</span>}
    </Text>
  )
}
