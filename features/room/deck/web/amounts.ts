import { useTranslation } from 'react-i18next'
import { type Unit, writeAmount, writePercent } from '#contract/amounts.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Sizes, speeds and durations in the reader's language. */
export function useAmounts() {
  const { language } = useTranslation().i18n
  const written = (value: number, unit: Unit, digits = 0) => writeAmount(value, unit, language, { short: true, digits })
  const scale = (bytes: number) => Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const size = (bytes: number) => {
    const step = scale(bytes)
    return written(bytes / 1000 ** step, units[step] ?? 'byte', step > 1 ? 1 : 0)
  }
  return {
    size,
    speed: (bytesPerSecond: number) => `${size(bytesPerSecond)}/s`,
    /** Seconds up to two minutes, then minutes. */
    duration: (seconds: number) =>
      seconds < 120 ? written(Math.max(1, Math.round(seconds)), 'second') : written(Math.round(seconds / 60), 'minute'),
    percent: (share: number) => writePercent(Math.floor(share * 100) / 100, language),
  }
}
