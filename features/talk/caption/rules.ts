/**
 * [I18N-006, PROD-018] The twelve languages in which captions are offered, as BCP 47; Chinese counts once and is
 * offered in both of its scripts.
 */
export const captionLanguages = [
  'zh-Hans',
  'zh-Hant',
  'nl',
  'en',
  'fr',
  'de',
  'hu',
  'it',
  'ja',
  'ko',
  'pt',
  'ru',
  'es',
] as const
export type CaptionLanguage = (typeof captionLanguages)[number]

/** Characters of one caption at most. */
export const CAPTION_LENGTH = 500
/** Captions in a snapshot; older ones come from sgGetPitchCaptionsData. */
export const SNAPSHOT_CAPTIONS = 3
/** Limits of a clip for transcription, in seconds and bytes. */
export const MOST_CLIP_SECONDS = 60
export const MOST_CLIP_BYTES = 2 * 1024 * 1024
/** Milliseconds of speech in one caption at most. */
export const LONGEST_SAID = 60_000

/** The tags by which browsers recognize a language: its most common variant. */
export const speechCodeOf = (language: CaptionLanguage): string =>
  ({
    'zh-Hans': 'zh-CN',
    'zh-Hant': 'zh-TW',
    nl: 'nl-NL',
    en: 'en-US',
    fr: 'fr-FR',
    de: 'de-DE',
    hu: 'hu-HU',
    it: 'it-IT',
    ja: 'ja-JP',
    ko: 'ko-KR',
    pt: 'pt-PT',
    ru: 'ru-RU',
    es: 'es-ES',
  })[language]

/** The caption language nearest to a language of a browser or of the interface; English if there is none. */
export function nearestLanguage(tag: string): CaptionLanguage {
  const lower = tag.toLowerCase()
  if (/^zh\b/.test(lower)) return /hant|-tw|-hk|-mo/.test(lower) ? 'zh-Hant' : 'zh-Hans'
  return captionLanguages.find(language => language === lower.split('-')[0]) ?? 'en'
}
