import { readdirSync, readFileSync } from 'node:fs'
import i18next, { type FlatNamespace, type TFunction } from 'i18next'
import { closeUp, placeholders } from '#contract/amounts.ts'
import { type Language, languages } from '#contract/fields.ts'

const folder = new URL('../texts/', import.meta.url)

/** A language's texts by namespace, which is the name of their file. */
const textsOf = (language: Language) =>
  Object.fromEntries(
    readdirSync(new URL(language, folder)).map(file => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')),
    ]),
  )

const texts = i18next.createInstance()
await texts
  .use(placeholders)
  .use(closeUp)
  .init({
    resources: Object.fromEntries(languages.map(language => [language, textsOf(language)])),
    // a test checks that every language is complete
    fallbackLng: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
    postProcess: [closeUp.name],
  })

/** The texts of one namespace in one language, by key. */
export type Texts<N extends FlatNamespace> = TFunction<N>

const known = new Map<string, TFunction<FlatNamespace>>()

/**
 * The texts of one namespace of `texts/` in a language, for what the server writes to people: emails, text messages,
 * notices, files. Inserted values are plain text and are not escaped.
 */
export function textsIn<N extends FlatNamespace>(language: Language, namespace: N): Texts<N> {
  const at = `${language} ${namespace}`
  const made = known.get(at) ?? remembering(texts.getFixedT(language, namespace))
  known.set(at, made)
  return made as Texts<N>
}

/** Texts into which nothing is inserted are looked up once: of an email to thousands they are most. */
function remembering<N extends FlatNamespace>(t: Texts<N>): TFunction<FlatNamespace> {
  const said = new Map<unknown, unknown>()
  const translate = t as unknown as (key: unknown, ...inserted: unknown[]) => unknown
  const remembered = (key: unknown, ...inserted: unknown[]) => {
    if (inserted.length > 0 || typeof key !== 'string') return translate(key, ...inserted)
    if (!said.has(key)) said.set(key, translate(key))
    return said.get(key)
  }
  return remembered as unknown as TFunction<FlatNamespace>
}
