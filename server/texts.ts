import { readdirSync, readFileSync } from 'node:fs'
import i18next, { type FlatNamespace, type TFunction } from 'i18next'
import { type Language, languages } from '#contract/fields.ts'

const folder = new URL('../texts/', import.meta.url)

/** The texts of a language by their namespace, which is the name of a file. */
const textsOf = (language: Language) =>
  Object.fromEntries(
    readdirSync(new URL(language, folder)).map(file => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')),
    ]),
  )

const texts = i18next.createInstance()
await texts.init({
  resources: Object.fromEntries(languages.map(language => [language, textsOf(language)])),
  // every language is complete, which a test holds
  fallbackLng: false,
  interpolation: { escapeValue: false },
})

/** The words of one namespace in one language, by their key. */
export type Texts<N extends FlatNamespace> = TFunction<N>

/**
 * The words of one namespace of `texts/` in a language, for what the server writes to people: mails, text messages,
 * notices, files. What is filled in is plain text and stays as it is.
 */
export const textsIn = <N extends FlatNamespace>(language: Language, namespace: N): Texts<N> =>
  texts.getFixedT(language, namespace)
