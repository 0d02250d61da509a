import { DatesProvider } from '@mantine/dates'
import 'dayjs/locale/zh-cn'
import 'dayjs/locale/zh-tw'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const locales: Readonly<Record<string, string>> = { 'zh-Hans': 'zh-cn', 'zh-Hant': 'zh-tw' }

/** Calendars in the reader's language; their week begins on Monday. */
export function CalendarLanguage({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <DatesProvider settings={{ locale: locales[i18n.language] ?? 'en', firstDayOfWeek: 1 }}>{children}</DatesProvider>
  )
}
