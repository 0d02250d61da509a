import type { Caption } from '#features/talk/caption/events.ts'
import { maskPlain, unmaskPlain } from '#features/talk/caption/masking.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'

/** The used part of the browsers' Translator, which TypeScript's DOM types lack. */
interface Translator {
  translate(text: string): Promise<string>
}
export interface TranslatorMaker {
  availability(languages: Languages): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>
  create(languages: Languages): Promise<Translator>
}
interface Languages {
  readonly sourceLanguage: string
  readonly targetLanguage: string
}

/** The browser's own translator, which runs on the reader's machine. */
export const browserTranslator = (): TranslatorMaker | undefined =>
  (globalThis as { Translator?: TranslatorMaker }).Translator

const codeOf = (language: CaptionLanguage): string => (language === 'zh-Hans' ? 'zh' : language)
type Said = Pick<Caption, 'id' | 'text' | 'language' | 'name'>

/** Sentences kept: more than are ever in view. */
const MOST = 100

/** [PROD-019] Translates captions in the browser, each sentence once; amounts, names and tickers stay as spoken. */
export function newBrowserTranslations(make: TranslatorMaker | undefined) {
  const translators = new Map<string, Promise<Translator | undefined>>()
  const known = new Map<string, Promise<string | undefined>>()

  const translatorFor = (source: CaptionLanguage, target: CaptionLanguage) => {
    const key = `${source} ${target}`
    const there = translators.get(key)
    if (there) return there
    const languages = { sourceLanguage: codeOf(source), targetLanguage: codeOf(target) }
    const made = (async () => {
      if (!make || (await make.availability(languages)) === 'unavailable') return undefined
      return make.create(languages)
    })().catch(() => {
      // the browser may allow the download later, right after an action of the reader
      translators.delete(key)
      return undefined
    })
    translators.set(key, made)
    return made
  }
  const translate = async ({ text, language, name }: Said, target: CaptionLanguage, names: readonly string[]) => {
    const masked = maskPlain(text, language, [...names, name, ...name.split(' ')].filter(Boolean))
    const translator = masked && (await translatorFor(language, target))
    return translator && unmaskPlain(await translator.translate(masked.text), masked)
  }

  return {
    /** The translation of a caption; undefined if this browser has none. */
    of: (said: Said, target: CaptionLanguage, names: readonly string[]): Promise<string | undefined> => {
      const key = `${said.language} ${target} ${said.text}`
      const before = known.get(key)
      if (before) return before
      const translated = translate(said, target, names).catch(() => undefined)
      known.set(key, translated)
      // a failed translation is tried again later, when its language may have loaded
      void translated.then(text => text === undefined && known.get(key) === translated && known.delete(key))
      for (const oldest of known.keys()) if (known.size > MOST) known.delete(oldest)
      return translated
    },
  }
}
