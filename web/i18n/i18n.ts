import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { closeUp, placeholders } from '#contract/amounts.ts'
import type { Language } from '#contract/fields.ts'
import { fetchAgain } from '../client/fetchAgain.ts'
import { moveOn } from '../client/newer.ts'
import { readTexts, textsFirst } from './files.ts'
import { storedLanguage, storeLanguage } from './language.ts'

const languageFiles: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    // texts that could not be fetched are shown as keys until the page is reloaded
    fetchAgain(async () => readTexts(language, namespace), 12).then(
      texts => (texts ? done(null, texts) : done(namespace, false)),
      async (error: Error) => (await moveOn()) || done(error, false),
    )
  },
}

/** Starts the texts in the person's language. Screens suspend until the namespaces that they use are here. */
export function startTexts(language: Language = storedLanguage()): Promise<unknown> {
  i18next.on('languageChanged', dress)
  return i18next
    .use(languageFiles)
    .use(initReactI18next)
    .use(placeholders)
    .use(closeUp)
    .init({
      lng: language,
      // every language is complete (a test holds that), so a second one is never fetched
      fallbackLng: false,
      ns: [...textsFirst(location.pathname)],
      defaultNS: 'common',
      interpolation: { escapeValue: false, alwaysFormat: true },
      // mail.ts, which comes after what is shown first
      postProcess: ['mail', closeUp.name],
      react: { useSuspense: true, bindI18n: 'languageChanged mailKnown' },
    })
}

/** [SHELL-029] Shows the keys of the texts instead of the texts, until the page is reloaded. */
export const showResourceIds = (): Promise<unknown> => i18next.changeLanguage('cimode')

/** Fetches texts before they are shown. Failed ones are fetched again by the screen that shows them. */
export const fetchTexts = (...namespaces: string[]): Promise<unknown> =>
  i18next.loadNamespaces(namespaces).catch(() => {})

let onChoice: ((language: Language) => unknown) | undefined

/** Hands in who is told of a language that is chosen from now on: the pages of a pitch tell the server. */
export function tellChoice(listener: (language: Language) => unknown): void {
  onChoice = listener
}

/** Changes the language of the interface and keeps the choice in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  storeLanguage(language)
  onChoice?.(language)
  await i18next.changeLanguage(language)
}

/** Tells the document its language; the Chinese faces are fetched only for Chinese. */
function dress(language: string): void {
  document.documentElement.lang = language
  if (language === 'zh-Hans') import('@fontsource-variable/noto-sans-sc')
  if (language === 'zh-Hant') import('@fontsource-variable/noto-sans-tc')
}
