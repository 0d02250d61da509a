import { Text } from '@mantine/core'
import { IANAZone } from 'luxon'
import { useTranslation } from 'react-i18next'
import { Time } from '#web/ui/Time.tsx'
import type { PitchDetail } from '../contract.ts'
import { deviceZone } from './zones.ts'

/** From when until when, in the reader's zone; in the pitch's own as well where its clocks differ. */
export function PitchTimes({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const [start, end] = [new Date(pitch.start_date_raw), new Date(pitch.end_date_raw)]
  const sameDay = start.toDateString() === end.toDateString()
  const offset = (zone: string) => IANAZone.create(zone).offset(start.getTime())
  const elsewhere = offset(pitch.start_zone) !== offset(deviceZone())
  return (
    <span>
      <Time at={start} /> – <Time at={end} style={sameDay ? 'clock' : 'moment'} />
      {elsewhere && (
        <Text component="span" size="xs" c="dimmed" display="block">
          {t('fact.there')} <Time at={start} zone={pitch.start_zone} />
        </Text>
      )}
    </span>
  )
}
