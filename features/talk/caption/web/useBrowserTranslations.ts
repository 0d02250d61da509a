import { useCallback, useEffect, useState } from 'react'
import type { Caption } from '#features/talk/caption/events.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import { addTranslation, findTranslation, type Translations } from './translations.ts'

type Translating = ReturnType<typeof import('./browserTranslator.ts')['newBrowserTranslations']>
let translating: Promise<Translating> | undefined
const none: Translations = new Map()

/** Translations by the reader's own browser while `wanted`, for a console without a provider. */
export function useBrowserTranslations(
  captions: readonly Caption[],
  language: CaptionLanguage | undefined,
  { wanted, names }: { wanted: boolean; names: readonly string[] },
): (caption: Caption) => string | undefined {
  const [all, setAll] = useState(none)
  useEffect(() => {
    if (!wanted || !language || !('Translator' in globalThis)) return
    let over = false
    for (const caption of captions.filter(one => one.final && one.language !== language))
      ownTranslations()
        .then(translations => translations.of(caption, language, names))
        .then(text => {
          if (over || text === undefined) return
          const { id, speaker, text: of } = caption
          setAll(before =>
            findTranslation(before, caption) === text ? before : addTranslation(before, { id, speaker, of, text }),
          )
        })
        // without a translation the original shows, with the reason
        .catch(() => {})
    return () => {
      over = true
    }
  }, [captions, language, wanted, names])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other translations
  useEffect(() => setAll(none), [language])
  return useCallback(caption => (wanted ? findTranslation(all, caption) : undefined), [all, wanted])
}

const ownTranslations = (): Promise<Translating> => {
  translating ??= import('./browserTranslator.ts').then(made => made.newBrowserTranslations(made.browserTranslator()))
  return translating
}
