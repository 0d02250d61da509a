import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeStyle } from '#contract/times.ts'
import { onReaderZone, readerZone } from './readerZone.ts'
import { formatTime, relativeTime } from './time.ts'

/** The zone in which the reader reads times, also when they have just chosen another. */
export const useReaderZone = (): string => useSyncExternalStore(onReaderZone, readerZone)

/** An instant in the reader's zone; hovering tells it to the second. */
export function Time({ at, style = 'moment', ...other }: { at: Date | string; style?: TimeStyle; zone?: string }) {
  const { i18n } = useTranslation()
  const own = useReaderZone()
  const zone = other.zone ?? own
  return (
    <time
      className="tabular"
      dateTime={new Date(at).toISOString()}
      title={formatTime(at, i18n.language, 'exact', zone)}
    >
      {formatTime(at, i18n.language, style, zone)}
    </time>
  )
}

/** A sentence that has a time where its text says `<time>`: each language has its own order of words. */
export function Timed({ words, ...time }: { words: string; at: Date | string; style?: TimeStyle }) {
  const [before, after] = words.split('<time>')
  return (
    <>
      {before}
      <Time {...time} />
      {after}
    </>
  )
}

/** How long ago, in words; two days and more as the date. */
export function TimeAgo({ at }: { at: Date | string }) {
  const { t, i18n } = useTranslation()
  const zone = useReaderZone()
  const ago = relativeTime(at, new Date())
  const words =
    'date' in ago
      ? formatTime(ago.date, i18n.language, 'day', zone)
      : 'count' in ago
        ? t(ago.key, { count: ago.count })
        : t(ago.key)
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at, i18n.language, 'exact', zone)}>
      {words}
    </time>
  )
}
