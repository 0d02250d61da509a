type Day = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Not yet in TypeScript's library; older browsers have the property, Firefox had neither. */
interface WeekLocale extends Intl.Locale {
  readonly getWeekInfo?: () => { readonly firstDay: number }
  readonly weekInfo?: { readonly firstDay: number }
}

/** Where English is written and the week begins on Sunday (CLDR), for browsers that cannot say it. */
const sundayRegions: ReadonlySet<string | undefined> = new Set(['CA', 'HK', 'IN', 'JM', 'PH', 'PK', 'SG', 'US', 'ZA'])

const chinese: Readonly<Record<string, Day>> = { 'zh-Hans': 1, 'zh-Hant': 0 }

/**
 * The day on which calendars begin a week, 0 for Sunday. Chinese has one reading for each script: the mainland begins on
 * Monday, Taiwan and Hong Kong on Sunday. English goes by the region of the browser's languages, else by the US.
 */
export function firstDayOfWeek(language: string, preferred: readonly string[] = navigator.languages): Day {
  const written = chinese[language]
  if (written !== undefined) return written
  const locale: WeekLocale = new Intl.Locale(preferred.find(tag => /^en(-[a-z0-9]+)+$/i.test(tag)) ?? 'en-US')
  const { firstDay } = locale.getWeekInfo?.() ??
    locale.weekInfo ?? {
      firstDay: sundayRegions.has(locale.region) ? 7 : 1,
    }
  return (firstDay % 7) as Day
}
