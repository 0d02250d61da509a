import type { Language } from '#contract/fields.ts'
import type { FeedbackChoice } from '#features/results/feedback/rules.ts'
import en from '#web/i18n/en/feedback.json' with { type: 'json' }
import hans from '#web/i18n/zh-Hans/feedback.json' with { type: 'json' }
import hant from '#web/i18n/zh-Hant/feedback.json' with { type: 'json' }

/**
 * [STATE-052, STATE-053, STATE-054] The texts of the choices, from the language files that the screens read as well, so that a
 * report says exactly what the attendees chose.
 */
export const choiceWords: Record<Language, Record<FeedbackChoice, string>> = {
  en: en.choice,
  'zh-Hans': hans.choice,
  'zh-Hant': hant.choice,
}
