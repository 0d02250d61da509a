import i18next from 'i18next'
import { placeholders } from '#contract/amounts.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { WordingOf } from '#server/http/errors.ts'
import wordings from '#web/i18n/en/errors.json' with { type: 'json' }

const english = i18next.createInstance()
await english.use(placeholders).init({
  lng: 'en',
  resources: { en: { errors: wordings } },
  defaultNS: 'errors',
  interpolation: { escapeValue: false, alwaysFormat: true },
})
const say = english.t as unknown as (code: ErrorCode, counted: Readonly<Record<string, string>>) => string

/** The English words for a failure, as the console shows it. Programs go by its code; people read logs. */
export const wordingOf: WordingOf = (code, counted = {}) => say(code, counted)
