import { DatesProvider } from '@mantine/dates'
import 'dayjs/locale/zh-cn'
import 'dayjs/locale/zh-tw'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { firstDayOfWeek } from './week.ts'

const locales: Readonly<Record<string, string>> = { 'zh-Hans': 'zh-cn', 'zh-Hant': 'zh-tw' }

/** Calendars in the reader's language, with its week. No day of it is red: red says that something is wrong. */
export function CalendarLanguage({ children }: { children: ReactNode }) {
  const { language } = useTranslation().i18n
  return (
    <DatesProvider
      settings={{ locale: locales[language] ?? 'en', firstDayOfWeek: firstDayOfWeek(language), weekendDays: [] }}
    >
      {children}
    </DatesProvider>
  )
}

/** What the buttons of a calendar are called. */
export function useCalendarLabels() {
  const { t } = useTranslation('pitch')
  return {
    previousMonth: t('calendar.previousMonth'),
    nextMonth: t('calendar.nextMonth'),
    previousYear: t('calendar.previousYear'),
    nextYear: t('calendar.nextYear'),
    previousDecade: t('calendar.previousDecade'),
    nextDecade: t('calendar.nextDecade'),
    monthLevelControl: t('calendar.chooseMonth'),
    yearLevelControl: t('calendar.chooseYear'),
  }
}
