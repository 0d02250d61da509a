import { useTranslation } from 'react-i18next'
import { writeDay } from '#contract/times.ts'
import { fromWire, instantOfMoment } from '#features/core/pitch/web/moment.ts'
import { formatTime } from '#web/ui/time.ts'

/** 11/24/2026 10:00 AM America/New_York, as a review keeps a moment. */
const moment = /^(\d{2}\/\d{2}\/\d{4}) (\d{2}:\d{2}) (AM|PM) (\S+)$/
const day = /^(\d{2})\/(\d{2})\/(\d{4})$/

/** A kept field in the reader's language: its times and days; in the pitch's own zone, which may be what has changed. */
export function writtenIn(language: string, text: string): string {
  const [, date = '', time = '', noon, zone = ''] = moment.exec(text) ?? []
  const at = noon && instantOfMoment(fromWire({ date, time, noon: noon as 'AM' | 'PM', zone }))
  if (at) return formatTime(at, language, 'mailed', zone)
  const [, month, of, year] = day.exec(text) ?? []
  return year ? writeDay(`${year}-${month}-${of}`, language, 'day') : text
}

const timed: readonly string[] = ['start', 'end', 'commit_until']

/** How a field of a review is shown. */
export function useWritten(): (field: string, text: string) => string {
  const { t, i18n } = useTranslation(['approval', 'pitch'])
  return (field, text) => {
    if (field === 'watermark') return text && t('watermarkOn')
    if (field === 'enforce_accredit') return text && t('accreditOn')
    if (field === 'exemption') return text && t(`pitch:exemption.${text as 'other'}`)
    return timed.includes(field) ? writtenIn(i18n.language, text) : text
  }
}
