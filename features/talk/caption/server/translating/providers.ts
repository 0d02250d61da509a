import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import type { TranslateSettings } from '#features/talk/caption/server/settings.ts'

/** A provider of translations. `html` is text with marked spans; without a source it detects the language. */
export interface TranslationProvider {
  readonly name: string
  /** @throws the failure of the provider or of its answer */
  translate(html: string, source: CaptionLanguage | undefined, target: CaptionLanguage): Promise<string>
}

/** Milliseconds for a translation; readers would not wait longer for a caption. */
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

/** DeepL API v2. A target names the variant of English or Portuguese, a source does not. */
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
  // without the body, which may repeat the speech or the key
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  return answer.json()
}

function textIn(found: unknown): string {
  if (typeof found !== 'string') throw new Error('answered without a translation')
  return found
}
