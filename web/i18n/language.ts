import type { Language } from '#contract/fields.ts'

export const languages = ['en', 'zh-Hans', 'zh-Hant'] as const satisfies readonly Language[]

const storedUnder = 'rostrum.language'

/**
 * The language of a first visit. `offset` is `Date.getTimezoneOffset()`, in minutes. Where it says Chinese, the browser's
 * languages say which: Traditional for Taiwan, Hong Kong and Macau, which share the offset. I18N-004, I18N-005
 */
export function defaultLanguage(offset: number, preferred: readonly string[] = navigator.languages): Language {
  if (offset !== -480) return 'en'
  const chinese = preferred.find(tag => /^zh\b/i.test(tag))
  return chinese && /-(hant|tw|hk|mo)\b/i.test(chinese) && !/-hans\b/i.test(chinese) ? 'zh-Hant' : 'zh-Hans'
}

/** The language chosen in this browser, else the default. */
export function storedLanguage(offset = new Date().getTimezoneOffset()): Language {
  const stored = read()
  return languages.find(language => language === stored) ?? defaultLanguage(offset)
}

/** Whether a language was ever chosen in this browser. */
export const hasStoredLanguage = (): boolean => languages.some(language => language === read())

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(storedUnder, language)
  } catch {
    // a browser that forbids storage still shows the language until it is closed
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(storedUnder)
  } catch {
    return null
  }
}
