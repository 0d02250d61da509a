import texts from 'virtual:texts'
import i18next from 'i18next'
import type { Language } from '#contract/fields.ts'
import { startTexts } from '../i18n/i18n.ts'

/**
 * Starts the texts with every file read, so that nothing suspends for words. React's `act` renders forever when several
 * boundaries wait at once (facebook/react, outside of `act` it pauses between its attempts); browsers never run it.
 */
export async function startAllTexts(language: Language = 'en'): Promise<void> {
  if (!i18next.isInitialized) {
    await startTexts(language)
    for (const [name, files] of Object.entries(texts))
      for (const [namespace, words] of Object.entries(files)) i18next.addResourceBundle(name, namespace, words)
  }
  await i18next.changeLanguage(language)
}
