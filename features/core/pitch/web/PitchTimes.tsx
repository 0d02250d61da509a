import { Text } from '@mantine/core'
import { IANAZone } from 'luxon'
import { useTranslation } from 'react-i18next'
import { writeRange } from '#contract/times.ts'
import { readerZone } from '#web/ui/readerZone.ts'
import { formatTime } from '#web/ui/time.ts'
import type { PitchDetail } from '../fields.ts'

/** From when until when, in the reader's zone; in the pitch's own as well where its clocks differ. */
export function PitchTimes({ pitch }: { pitch: PitchDetail }) {
  const { t, i18n } = useTranslation('pitch')
  const [start, end] = [new Date(pitch.start_date_raw), new Date(pitch.end_date_raw)]
  const range = (timeZone = readerZone()) => writeRange(start, end, i18n.language, 'moment', timeZone)
  const offset = (zone: string) => IANAZone.create(zone).offset(start.getTime())
  const elsewhere = offset(pitch.start_zone) !== offset(readerZone())
  return (
    <span className="tabular">
      <time dateTime={start.toISOString()} title={formatTime(start, i18n.language, 'exact')}>
        {range()}
      </time>
      {elsewhere && (
        <Text component="span" size="xs" c="dimmed" display="block">
          {t('fact.there', { when: range(pitch.start_zone) })}
        </Text>
      )}
    </span>
  )
}
