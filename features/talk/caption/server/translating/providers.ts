import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import type { TranslateSettings } from '#features/talk/caption/server/settings.ts'

/** Somebody who translates. `html` is text with marked spans; without a source it finds the language out. */
export interface TranslationProvider {
  readonly name: string
  /** @throws whatever kept it from answering with a translation */
  translate(html: string, source: CaptionLanguage | undefined, target: CaptionLanguage): Promise<string>
}

/** Milliseconds that a provider gets: a caption that comes later is read by nobody. */
const PATIENCE = 6000

export const providerOf = (settings: TranslateSettings): TranslationProvider =>
  ({ google, deepl, libretranslate })[settings.provider](settings)

/** Google Cloud Translation, Basic (v2). */
function google({ url, key = '' }: TranslateSettings): TranslationProvider {
  const code = (language: CaptionLanguage) =>
    ({ 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW' })[language as 'zh-Hans'] ?? language
  return {
    name: 'Google',
    translate: async (html, source, target) => {
      const body = { q: html, target: code(target), format: 'html', ...(source && { source: code(source) }) }
      const answer = await post(`${url}/language/translate/v2`, body, { 'x-goog-api-key': key })
      return textIn(
        (answer as { data?: { translations?: { translatedText?: string }[] } }).data?.translations?.[0]?.translatedText,
      )
    },
  }
}

/** DeepL API v2. A target says which English and which Portuguese, a source does not. */
function deepl({ url, key = '' }: TranslateSettings): TranslationProvider {
  const targets: Partial<Record<CaptionLanguage, string>> = { en: 'EN-US', pt: 'PT-PT' }
  return {
    name: 'DeepL',
    translate: async (html, source, target) => {
      const body = {
        text: [html],
        target_lang: targets[target] ?? target.toUpperCase(),
        tag_handling: 'html',
        ...(source && { source_lang: source.split('-')[0]?.toUpperCase() }),
      }
      const answer = await post(`${url}/v2/translate`, body, { authorization: `DeepL-Auth-Key ${key}` })
      return textIn((answer as { translations?: { text?: string }[] }).translations?.[0]?.text)
    },
  }
}

/** LibreTranslate, at an address of the operator's. */
function libretranslate({ url, key }: TranslateSettings): TranslationProvider {
  const code = (language: CaptionLanguage) => ({ 'zh-Hans': 'zh', 'zh-Hant': 'zt' })[language as 'zh-Hans'] ?? language
  return {
    name: 'LibreTranslate',
    translate: async (html, source, target) => {
      const body = { q: html, source: source ? code(source) : 'auto', target: code(target), format: 'html' }
      const answer = await post(`${url}/translate`, { ...body, ...(key && { api_key: key }) }, {})
      return textIn((answer as { translatedText?: string }).translatedText)
    },
  }
}

async function post(address: string, body: object, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  })
  // not its words: they may repeat what was said, or the key
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  return answer.json()
}

function textIn(found: unknown): string {
  if (typeof found !== 'string') throw new Error('answered without a translation')
  return found
}
